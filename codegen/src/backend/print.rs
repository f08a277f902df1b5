//! Prints shapes as Rust items that look handwritten, in schema order.

mod builders;
mod fields;
mod readers;
mod shadow;
mod values;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Judges;
use super::docs;
use super::imports::Imports;
use super::judged::{JudgedBy, JudgedTypes};
use super::table::{FieldPresence, RustField, RustTypes, RustVariant};
use crate::markdown::code;
use crate::shape::{Kind, Shape, Shapes, TypeDef};
use crate::style::apply::{Extras, extras};
use crate::style::{ALL, Builders, NAMED_TEXT, Numbers, Resolved, Strings, TEXT_ENUM};
use crate::text::literal;
use shadow::{SerdeDerives, StructDerives, reads_serde_attributes};

/// State of printing one module.
pub(super) struct TypePrinter<'a> {
    pub types: &'a RustTypes<'a>,
    pub module: &'a str,
    pub style: &'a Resolved,
    pub judged: &'a JudgedTypes,
    pub imports: Imports<'a>,
    /// Prefix of paths to this and other modules, which is one level deeper for builders.
    pub depth: &'static str,
}

/// Returns the source of a module. `runtime` is the path of the runtime crate.
pub(super) fn module<'a>(
    module: &'a str,
    shapes: &'a Shapes,
    types: &'a RustTypes<'a>,
    style: &'a Resolved,
    runtime: &str,
    judges: Judges<'a>,
) -> String {
    let own = shapes.types.iter().map(|def| def.name.as_str());
    let own = own.chain(shapes.replaced.iter().map(|one| one.name.as_str()));
    let mut printer =
        TypePrinter { types, module, style, judged: judges.judged, imports: Imports::new(own), depth: "" };
    let items: Vec<String> = shapes.types.iter().map(|def| printer.item(def)).collect();
    let builders = match style.all.builders {
        Builders::Typed => builders::module(&mut printer, shapes),
        Builders::None => String::new(),
    };
    let read = judges.readers.map_or_else(String::new, |readers| {
        let tables = readers.tables(module, runtime);
        format!("{}\n{tables}", printer.readers(readers, shapes))
    });
    let imports = printer.imports.text(runtime);
    let space = if imports.is_empty() { "" } else { "\n" };
    format!("{imports}{space}{}{read}{builders}", items.join("\n"))
}

impl TypePrinter<'_> {
    fn item(&mut self, def: &TypeDef) -> String {
        match &def.kind {
            Kind::Struct(_) => self.object(def),
            Kind::Enum(_) => self.texts(def),
            Kind::Tagged { tag, .. } => self.tagged(def, tag),
            Kind::Untagged(_) => self.untagged(def),
            Kind::Alias(shape) => self.alias(def, shape),
        }
    }

    /// Returns the name of a type as the module writes it in declarations and calls.
    pub(super) fn name(&mut self, name: &str) -> String {
        if let Some(path) = self.types.replacement(self.module, name) {
            return path.replace(' ', "");
        }
        match self.types.elsewhere(self.module, name) {
            Some(path) => self.shared(path),
            None => format!("{}{name}", self.depth),
        }
    }

    /// Returns the path of an item outside the module.
    fn shared(&mut self, path: &str) -> String {
        format!("{}{}", self.depth, self.imports.path(path))
    }

    /// Returns the type of a shape.
    pub(super) fn shape(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Any(_) => self.imports.path("serde_json::Value"),
            Shape::Null => "()".to_owned(),
            Shape::Bool => "bool".to_owned(),
            Shape::Integer(true) | Shape::Int32(true) => "u64".to_owned(),
            Shape::Integer(false) | Shape::Int32(false) => "i64".to_owned(),
            Shape::Number if self.style.all.numbers == Numbers::Floats => "f64".to_owned(),
            Shape::BigInteger | Shape::Number => self.imports.path("serde_json::Number"),
            Shape::String | Shape::Date | Shape::DateTime => match self.style.all.strings {
                Strings::Owned => "String".to_owned(),
                Strings::Borrowed => format!("{}<'a, str>", self.imports.path("std::borrow::Cow")),
            },
            Shape::Formatted(format) => {
                let alias = self.style.all.format_types.get(format).map_or("String", |found| found.alias.as_str());
                self.shared(&format!("super::{alias}"))
            }
            Shape::List(item) => format!("Vec<{}>", self.shape(item)),
            Shape::Map(value) => format!("{}<String, {}>", self.map(value), self.shape(value)),
            Shape::Tuple(items) => {
                let items: Vec<String> = items.iter().map(|item| self.shape(item)).collect();
                let comma = if items.len() == 1 { "," } else { "" };
                format!("({}{comma})", items.join(", "))
            }
            Shape::NotObject => self.shared("super::NotObject"),
            Shape::Nullable(inner) => format!("Option<{}>", self.shape(inner)),
            Shape::Named(name) => {
                let life = if self.types.borrows(self.module, name) { "<'a>" } else { "" };
                format!("{}{life}", self.name(name))
            }
        }
    }

    /// Returns the map type for values of a shape. Objects of any values use the map of `serde_json` unless another
    /// type is requested.
    fn map(&mut self, value: &Shape) -> String {
        if matches!(value, Shape::Any(_)) && self.style.all.map.is_none() {
            return self.imports.path("serde_json::Map");
        }
        let path = self.style.map_text();
        self.imports.path(path.trim_start_matches("::"))
    }

    /// Returns the type of a field.
    pub(super) fn field_type(&mut self, field: &RustField<'_>) -> String {
        let shape = &field.field.shape;
        match (field.presence, shape) {
            (FieldPresence::Maybe, Shape::Nullable(inner)) => {
                let inner = self.boxed(inner, field.is_boxed);
                format!("{}<{inner}>", self.shared("super::Maybe"))
            }
            (FieldPresence::Optional | FieldPresence::Maybe, _) => {
                format!("Option<{}>", self.boxed(shape, field.is_boxed))
            }
            _ => self.boxed(shape, field.is_boxed),
        }
    }

    /// Returns the type of a shape, boxed if requested. An `Option` is outside its box.
    fn boxed(&mut self, shape: &Shape, is_boxed: bool) -> String {
        match shape {
            _ if !is_boxed => self.shape(shape),
            Shape::Nullable(inner) => format!("Option<{}>", self.boxed(inner, true)),
            shape => format!("Box<{}>", self.shape(shape)),
        }
    }

    /// Returns whether serde reads a type, because it has no reader.
    fn is_read_by_serde(&self, name: &str) -> bool {
        self.judged.get(self.module, name) != JudgedBy::Reader
    }

    /// Returns the serde attribute for a borrowed value of a type that serde reads.
    fn borrow(&self, owner: &str, kind: &str) -> String {
        borrow_attribute(kind)
            .filter(|_| self.is_read_by_serde(owner))
            .map(|told| format!("{told} "))
            .unwrap_or_default()
    }

    fn life(&self, def: &TypeDef) -> &'static str {
        if self.types.borrows(self.module, &def.name) { "<'a>" } else { "" }
    }

    fn object(&mut self, def: &TypeDef) -> String {
        let fields = self.types.fields(self.module, def);
        let defaults: Vec<Option<values::Default>> = fields
            .iter()
            .map(|field| match field.presence {
                FieldPresence::Defaulted(value) => self.default(value, &field.field.shape),
                _ => None,
            })
            .collect();
        let fits = |presence: FieldPresence<'_>| !matches!(presence, FieldPresence::Required);
        let is_default = fields.iter().all(|field| fits(field.presence));
        let derives_default =
            is_default && defaults.iter().all(|default| matches!(default, None | Some(values::Default::Own)));
        let constants: Vec<(&str, &serde_json::Value)> = fields
            .iter()
            .filter_map(|field| match field.presence {
                FieldPresence::Constant(value) => Some((field.field.name.as_str(), value)),
                _ => None,
            })
            .collect();
        let constants = values::ConstantMember::all(&constants);
        let life = self.life(def);
        let mut known = ALL.to_vec();
        known.extend(is_default.then_some("Default"));
        let derives = StructDerives::new(self.judged.get(self.module, &def.name), !constants.is_empty());
        let extras = extras(def, self.style, &known);
        let seen = if reads_serde_attributes(&extras) {
            SerdeDerives { reads: self.is_read_by_serde(&def.name), writes: true }
        } else {
            derives.public
        };
        let (serde, others): (Vec<String>, Vec<String>) =
            extras.attributes.into_iter().partition(|attribute| attribute.starts_with("#[serde("));
        let own = serde.iter().filter(|_| !seen.is_none()).chain(&others).cloned().collect();
        let extras = Extras { derives: extras.derives, attributes: own };
        let mut text = self.derived_head(def, extras, derives_default.then_some("Default"), derives.public);
        let is_empty = fields.len() == constants.len();
        let _ = write!(text, "pub struct {}{life} {{{}", def.name, if is_empty { "" } else { "\n" });
        for (field, default) in fields.iter().zip(&defaults) {
            if !matches!(field.presence, FieldPresence::Constant(_)) {
                self.field(&mut text, &def.name, field, default.as_ref(), seen);
            }
        }
        text.push_str("}\n");
        self.defaults(&mut text, def, &fields, &defaults, is_default && !derives_default);
        if !constants.is_empty() {
            self.associated_constants(&mut text, def, &constants);
        }
        if !derives.shadow.is_none() {
            let fields: Vec<(String, &RustField<'_>)> = fields
                .iter()
                .zip(&defaults)
                .map(|(field, default)| {
                    (self.shadow_attributes(&def.name, field, default.as_ref(), derives.shadow), field)
                })
                .collect();
            self.shadow(&mut text, def, (derives.shadow, &serde), &fields, &constants);
        }
        if self.style.all.builders == Builders::Typed {
            let _ = write!(
                text,
                "\nimpl {0} {{\n    /// A builder without any members.\n    pub fn builder() -> builder::{0} {{\n        Default::default()\n    }}\n}}\n",
                def.name
            );
        }
        text
    }

    /// Returns the path of a serde derive.
    fn serde(&mut self, name: &str) -> String {
        self.imports.path(&format!("serde::{name}"))
    }

    /// Returns the documentation and attributes of an item that derives serde traits. `more` is derived too.
    fn derived_head(&mut self, def: &TypeDef, extras: Extras, more: Option<&str>, serde: SerdeDerives) -> String {
        let Extras { derives, attributes } = extras;
        let mut names: Vec<String> = ALL.iter().copied().chain(more).map(str::to_owned).chain(derives).collect();
        if serde.writes {
            names.push(self.serde("Serialize"));
        }
        if serde.reads {
            names.push(self.serde("Deserialize"));
        }
        let mut text = docs::comments(&def.docs, "");
        let _ = writeln!(text, "#[derive({})]", names.join(", "));
        for attribute in attributes {
            let _ = writeln!(text, "{attribute}");
        }
        text
    }

    /// Returns the documentation and attributes of an item inside a macro.
    fn head(&self, def: &TypeDef, known: &[&str]) -> String {
        let Extras { derives, attributes } = extras(def, self.style, known);
        let mut text = docs::comments(&def.docs, "    ");
        if !derives.is_empty() {
            let _ = writeln!(text, "    #[derive({})]", derives.join(", "));
        }
        for attribute in attributes {
            let _ = writeln!(text, "    {}", attribute.replace('\n', "\n    "));
        }
        text
    }

    fn texts(&mut self, def: &TypeDef) -> String {
        let mut text = format!("{}! {{\n{}", self.imports.call("text_enum"), self.head(def, TEXT_ENUM));
        let _ = writeln!(text, "    pub enum {} {{", def.name);
        for variant in self.types.variants(self.module, def) {
            let value = variant.text.unwrap_or_default();
            let _ = writeln!(text, "        /// {}\n        {} = {},", code(value), variant.ident, literal(value));
        }
        text.push_str("    }\n}\n");
        text
    }

    fn branch(&mut self, variant: &RustVariant<'_>) -> String {
        variant.shape.map_or_else(String::new, |shape| self.boxed(shape, variant.is_boxed))
    }

    fn tagged(&mut self, def: &TypeDef, tag: &str) -> String {
        let life = self.life(def);
        let mut text = format!("{}! {{\n{}", self.imports.call("tagged_union"), self.head(def, ALL));
        let _ = writeln!(text, "    pub enum {}{life} by {} {{", def.name, literal(tag));
        let variants = self.types.variants(self.module, def);
        for variant in &variants {
            let branch = self.branch(variant);
            text.push_str(&variant.branch.map_or_else(String::new, |branch| docs::comments(&branch.docs, "        ")));
            let tag = literal(variant.text.unwrap_or_default());
            let _ = writeln!(text, "        {}({branch}) = {tag},", variant.ident);
        }
        let _ = write!(text, "    }}{}\n}}\n", self.judged.get(self.module, &def.name).macro_tokens());
        self.conversions(&mut text, def, &variants);
        text
    }

    /// Writes `From` implementations for every branch whose type occurs only once.
    fn conversions(&mut self, text: &mut String, def: &TypeDef, variants: &[RustVariant<'_>]) {
        if !self.life(def).is_empty() {
            return;
        }
        let branches: Vec<(String, &str)> =
            variants.iter().map(|variant| (self.branch(variant), variant.ident.as_str())).collect();
        let mut seen = BTreeSet::new();
        let twice: BTreeSet<&str> =
            branches.iter().map(|(branch, _)| branch.as_str()).filter(|branch| !seen.insert(*branch)).collect();
        let mut lines = String::new();
        for (branch, ident) in branches.iter().filter(|(branch, _)| !twice.contains(branch.as_str())) {
            let _ = writeln!(lines, "    {}::{ident}({branch}),", def.name);
        }
        if !lines.is_empty() {
            let _ = write!(text, "\n{}! {{\n{lines}}}\n", self.imports.call("from_branch"));
        }
    }

    fn untagged(&mut self, def: &TypeDef) -> String {
        let life = self.life(def);
        let variants = self.types.variants(self.module, def);
        if !life.is_empty() {
            return self.borrowing_union(def, &variants);
        }
        let mut text = format!("{}! {{\n{}", self.imports.call("untagged_union"), self.head(def, ALL));
        let _ = writeln!(text, "    pub enum {} {{", def.name);
        for variant in &variants {
            let branch = self.branch(variant);
            let _ = writeln!(text, "        {}({branch}),", variant.ident);
        }
        let _ = write!(text, "    }}{}\n}}\n", self.judged.get(self.module, &def.name).macro_tokens());
        self.conversions(&mut text, def, &variants);
        text
    }

    /// Returns a union that borrows. Serde reads its branches in order unless it has a reader.
    fn borrowing_union(&mut self, def: &TypeDef, variants: &[RustVariant<'_>]) -> String {
        let derives = SerdeDerives { reads: self.is_read_by_serde(&def.name), writes: true };
        let mut text = self.derived_head(def, extras(def, self.style, ALL), None, derives);
        let _ = writeln!(text, "#[serde(untagged)]\npub enum {}<'a> {{", def.name);
        for variant in variants {
            let branch = self.branch(variant);
            let told = self.borrow(&def.name, &branch);
            let _ = writeln!(text, "    {}({told}{branch}),", variant.ident);
        }
        text.push_str("}\n");
        text
    }

    fn alias(&mut self, def: &TypeDef, shape: &Shape) -> String {
        let life = self.life(def);
        let edge_is_boxed = self.types.is_alias_boxed(self.module, def);
        let inner = self.boxed(shape, edge_is_boxed);
        if let Some(judge) = &def.judge {
            let known = if inner == "String" { NAMED_TEXT } else { ALL };
            let head = self.head(def, known);
            let call = self.imports.call(if inner == "String" { "judged_text" } else { "judged_number" });
            self.imports.call("judged");
            let inner = if inner == "String" { String::new() } else { format!("({inner})") };
            let (draft, formats, schema) = (judge.draft, self.style.assert_formats, literal(&judge.schema));
            return format!(
                "{call}! {{\n{head}    pub struct {}{inner}: {draft}, {formats},\n        {schema};\n}}\n",
                def.name
            );
        }
        if inner == "String" {
            let head = self.head(def, NAMED_TEXT);
            let judged = self.judged.get(self.module, &def.name).macro_tokens();
            return format!(
                "{}! {{\n{head}    pub struct {};{judged}\n}}\n",
                self.imports.call("named_text"),
                def.name
            );
        }
        let head = self.head(def, ALL);
        let told = self.borrow(&def.name, &inner);
        format!(
            "{}! {{\n{head}    pub struct {}{life}({told}{inner});{}\n}}\n",
            self.imports.call("named_value"),
            def.name,
            self.judged.get(self.module, &def.name).macro_tokens()
        )
    }
}

/// Returns the serde attribute of a value that borrows.
fn borrow_attribute(kind: &str) -> Option<&'static str> {
    let is_text = kind.ends_with("Cow<'a, str>") && !kind[..kind.len() - 12].contains('<');
    match (kind.contains("<'a"), kind.contains("Cow<'a, str>") && !is_text) {
        (false, _) => None,
        (true, false) => Some("#[serde(borrow)]"),
        (true, true) => Some("#[serde(borrow, deserialize_with = \"super::borrowed::read\")]"),
    }
}

/// Removes underscores at the end of a name to which something is prepended.
fn plain(ident: &str) -> &str {
    ident.trim_end_matches('_')
}
