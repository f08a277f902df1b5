#!/usr/bin/env python3
"""Collects the facts about standard objects from public sources and writes `facts.txt`.

    collect.py --docs FOLDER --types FOLDER --nullability FILE [--describes FOLDER]

README.md lists the sources, with the versions from which the checked-in file was made, and the format of a row.
"""

import argparse
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
API_VERSION = "67.0"

# Objects that exist because of another object. Their facts follow from the suffix (`families.rs`).
FAMILIES = re.compile(r"(History|Feed|Share|ChangeEvent|OwnerSharingRule)$")
# Fields of many objects that only the platform sets. Every object is treated as if it had them.
SYSTEM_FIELDS = set(
    "Id CreatedById CreatedDate LastModifiedById LastModifiedDate SystemModstamp IsDeleted LastViewedDate "
    "LastReferencedDate LastActivityDate CurrencyIsoCode IsLocked MayEdit UserRecordAccessId".split()
)
OPERATIONS = {"create": "c", "update": "u", "delete": "d", "undelete": "r", "query": "q"}
TYPES = {
    "address": "A", "anytype": "*", "base64": "B", "boolean": "b", "combobox": "C", "currency": "$", "date": "D",
    "datetime": "T", "double": "n", "email": "e", "encryptedstring": "E", "id": "i", "int": "I", "location": "L",
    "long": "l", "multipicklist": "M", "percent": "%", "phone": "p", "picklist": "P", "reference": "R", "string": "s",
    "textarea": "t", "time": "h", "url": "u",
}
# Types of the Java stubs. A `String` may also be a picklist, an e-mail address and so on.
JAVA_TYPES = {
    "Address": "A", "Blob": "B", "Boolean": "b", "Date": "D", "Datetime": "T", "Decimal": "n", "Id": "R", "Integer": "I",
    "Location": "L", "Long": "l", "Object": "*", "String": "*", "Time": "h",
}
# Descriptions of fields that a user cannot set, or cannot change.
READ_ONLY = re.compile(
    r"read[- ]?only|calculated|formula|automatically|(can[’']?t|cannot|can not) be (updated|changed|modified|edited)"
    r"|not (update|edit)able|by the system",
    re.I,
)
# No more targets are listed: such a reference accepts nearly everything.
MOST_TARGETS = 6


class Field:
    def __init__(self, type_letter):
        self.type = type_letter
        # None means that no source has the fact, or that two sources contradict each other.
        self.createable = self.updateable = self.nillable = self.lookup = self.permissionable = None
        self.defaulted = False
        # True if a second source, or the description, agrees on what cannot be written.
        self.certain = False
        self.targets = []

    def flags(self):
        known = self.createable is not None and self.updateable is not None
        letters = self.type + ("" if known else "?")
        letters += "c" if self.createable else ""
        letters += "u" if self.updateable else ""
        letters += "x" if known and self.certain and not (self.createable and self.updateable) else ""
        letters += "!" if self.nillable is False else ""
        letters += "d" if self.defaulted else ""
        letters += "k" if self.lookup else ""
        letters += {True: "+", False: "-", None: ""}[self.permissionable]
        return letters + (">" + ",".join(self.targets) if self.targets else "")


class Object:
    def __init__(self):
        self.sources = ""
        self.operations = None
        self.attributes = []
        self.fields = {}

    def row(self, name):
        operations = "?" if self.operations is None else self.operations or "-"
        words = [name, (self.sources or "F") + operations] + self.attributes
        if self.is_written():
            words += [f"{field}:{self.fields[field].flags()}" for field in sorted(self.fields)]
        return " ".join(words)

    def is_written(self):
        """Only blueprints that write need the fields."""
        return self.sources != "" and (self.operations is None or set(self.operations) & {"c", "u"})


def titles(folder):
    for path in sorted(folder.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        title = re.search(r'^title: "?(.*?)"?$', text, re.M)
        if title and re.fullmatch(r"[A-Z]\w*", title.group(1)) and "__" not in title.group(1):
            yield title.group(1), text


def read_types(folder):
    """Returns the objects, with the fields that the types name. Parents and children of an object are left out."""
    objects = {}
    for path in folder.glob("*.java"):
        if "__" in path.stem:
            continue
        fields = objects.setdefault(path.stem, Object()).fields
        for type_, field in re.findall(r"^\tpublic (\w+) (\w+);", path.read_text(encoding="utf-8"), re.M):
            if type_ in JAVA_TYPES and field not in SYSTEM_FIELDS and "__" not in field:
                fields[field] = Field(JAVA_TYPES[type_])
    return objects


def named(objects, name):
    """Returns the object with this name in any case, which is new if there is none."""
    known = next((other for other in objects if other.lower() == name.lower()), name)
    return objects.setdefault(known, Object())


def read_field_reference(folder, objects):
    """Adds the names and types of fields from the Salesforce Field Reference."""
    for name, text in titles(folder):
        fields = named(objects, name).fields
        for field, _label, described in re.findall(r"^\| ([A-Za-z]\w*) \| (.*?) \| (\w+) \|", text, re.M):
            if field not in SYSTEM_FIELDS and "__" not in field:
                fields[field] = Field(TYPES.get(described.lower(), "*"))


def read_object_reference(folder, objects):
    """Adds supported calls, and the properties of fields, from the Object Reference."""
    for name, text in titles(folder):
        known = named(objects, name)
        known.sources = "O"
        section = re.search(r"^## Supported.*?Calls.*?$(.*?)(?=^## )", text, re.M | re.S)
        calls = set(re.findall(r"(\w+)\(\)", section.group(1))) if section else set()
        spelled = {field.lower(): field for field in known.fields}
        for field, details in re.findall(r"^\| ([A-Za-z]\w*) \| (.*?) ?\|$", text, re.M):
            found = re.match(r"Type ?(.*?)Properties ?(.*?)(?:Description|$)", details)
            if not found or field in SYSTEM_FIELDS or "__" in field or len(field) > 40:
                continue
            field = spelled.get(field.lower(), field)
            entry = known.fields.setdefault(field, Field(TYPES.get(found.group(1).strip().lower(), "*")))
            properties = found.group(2).lower()
            entry.createable = "creat" in properties.replace("defaulted on create", "")
            entry.updateable = "updat" in properties
            entry.nillable = "nil" in properties or "nllable" in properties
            entry.defaulted = "default" in properties
            entry.lookup = bool(re.search(r"id ?lookup", properties))
            # A page that lists "Create" for a field does not forget "Update", as the describes show.
            is_fixed = entry.createable and not entry.updateable
            entry.certain = is_fixed or entry.type in "AL" or bool(READ_ONLY.search(details))
            entry.certain |= "autonumber" in properties
            targets = re.search(r"Refers To((?:[A-Z]\w+)(?:, [A-Z]\w+)*)", details)
            if targets:
                entry.targets = targets.group(1).split(", ")
        if calls:
            operations = {letter for call, letter in OPERATIONS.items() if call in calls}
            set_of = {"c": "createable", "u": "updateable"}
            for letter, flag in set_of.items():
                # A page without the property does not list it, rather than that no field had it.
                if letter in operations and not any(getattr(entry, flag) for entry in known.fields.values()):
                    for entry in known.fields.values():
                        setattr(entry, flag, None)
            # A page whose calls and fields contradict each other, or that has no fields, says nothing about the object.
            contradicts = all(entry.createable is None for entry in known.fields.values()) or any(
                letter not in operations and any(getattr(entry, flag) for entry in known.fields.values())
                for letter, flag in set_of.items()
            )
            known.operations = None if contradicts else "".join(l for l in "cudrq" if l in operations)


def read_nullability(path, objects):
    """Keeps "not nillable" only where the types of jsforce, made from the describes of an org, agree."""
    text = path.read_text(encoding="utf-8")
    described = {}
    for found in re.finditer(r"^type Fields\$(\w+) = \{\n(.*?)^\};", text, re.M | re.S):
        fields = re.findall(r"^    (\w+): (.*?);$", found.group(2), re.M)
        described[found.group(1)] = {field: "null" in type_ for field, type_ in fields}
    for name, known in objects.items():
        for field, entry in known.fields.items():
            if entry.nillable is False and described.get(name, {}).get(field) is not False:
                entry.nillable = None


def read_describes(folder, objects):
    """Compares with describes, and forgets what they contradict. Their `permissionable` is taken."""
    compared = differ = 0
    for path in sorted(folder.glob("*.json")):
        described = json.loads(path.read_text(encoding="utf-8"))
        known = objects[described["name"]]
        known.sources += "D"
        for field in described["fields"]:
            name = field["name"]
            if "__" in name or name in SYSTEM_FIELDS:
                continue
            entry = known.fields.setdefault(name, Field(TYPES.get(field["type"].lower(), "*")))
            entry.permissionable = field["permissionable"]
            entry.certain = True
            for own, other in [("createable", "createable"), ("updateable", "updateable"), ("lookup", "idLookup")]:
                before = getattr(entry, own)
                compared += before is not None
                differ += before not in (None, field[other])
                setattr(entry, own, field[other] if before in (None, field[other]) else None)
            if entry.nillable is False and field["nillable"]:
                entry.nillable = None
            entry.defaulted |= field["defaultedOnCreate"]
    print(f"{compared} facts compared with describes, {differ} differ and are left out", file=sys.stderr)


def read_snapshot(path, objects):
    """Compares with the flags of the built-in objects, which were checked by hand."""
    for name, described in json.loads(path.read_text(encoding="utf-8"))["objects"].items():
        for field, flags in described["fields"].items():
            entry = objects[name].fields.get(field)
            if entry is None or entry.createable is None or entry.updateable is None:
                continue
            entry.certain |= (entry.createable, entry.updateable) == (flags["createable"], flags["updateable"])
            # One source that allows a write is enough not to refuse it.
            entry.createable |= flags["createable"]
            entry.updateable |= flags["updateable"]


def read_permissionable(path, objects):
    """Reads the standard fields that have a permission. The list of an object is complete."""
    name, listed = "", {}
    for word in path.read_text(encoding="utf-8").split():
        if word.endswith(":"):
            name = word[:-1]
            listed[name] = set()
        else:
            listed[name].add(word)
    for name, fields in listed.items():
        known = objects[name]
        for field in fields:
            known.fields.setdefault(field, Field("*"))
        for field, entry in known.fields.items():
            entry.permissionable = field in fields


def read_by_hand(path, objects):
    """Applies the rows that no other source has."""
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        known = objects.setdefault(words[0], Object())
        if not known.sources.endswith("H"):
            known.sources += "H"
        for word in words[1:]:
            if word.startswith("="):
                known.operations = word[1:].replace("-", "")
            elif word.startswith("@"):
                known.attributes.append(word)
            else:
                field, _, flag = word.partition(":")
                entry = known.fields.setdefault(field, Field("*"))
                entry.defaulted |= flag == "d"
                entry.nillable = None if flag == "d" else entry.nillable
                if flag == "?":
                    entry.createable = entry.updateable = None


def is_derived(name, known, names):
    """Returns whether the facts about an object follow from its suffix. Share objects of standard objects differ."""
    if not FAMILIES.search(name) or known.operations is None:
        return bool(FAMILIES.search(name))
    return FAMILIES.sub("", name) in names and not name.endswith("Share")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--docs", type=Path, required=True, help="folder with object-reference/ and sfFieldRef/")
    parser.add_argument("--types", type=Path, required=True, help="folder of Java types, one per object")
    parser.add_argument("--nullability", type=Path, required=True, help="standard-schema.d.ts of jsforce")
    parser.add_argument("--describes", type=Path, help="folder of describe results")
    arguments = parser.parse_args()

    objects = read_types(arguments.types)
    read_field_reference(arguments.docs / "sfFieldRef", objects)
    read_object_reference(arguments.docs / "object-reference", objects)
    read_nullability(arguments.nullability, objects)
    if arguments.describes:
        read_describes(arguments.describes, objects)
    read_snapshot(HERE.parents[2] / "org/src/standard.json", objects)
    read_permissionable(HERE / "permissionable.txt", objects)
    read_by_hand(HERE / "by_hand.txt", objects)

    names = set(objects)
    rows = []
    for name in sorted(names, key=str.lower):
        known = objects[name]
        if not known.attributes and is_derived(name, known, names):
            continue
        for entry in known.fields.values():
            entry.targets = [to for to in entry.targets if to in names]
            if not 2 <= len(entry.targets) <= MOST_TARGETS:
                entry.targets = []
        rows.append(known.row(name))
    head = f"# Facts about the standard objects of API version {API_VERSION}. Written by collect.py; see README.md."
    (HERE / "facts.txt").write_text("\n".join([head, *rows, ""]), encoding="utf-8")
    print(f"{len(rows)} objects, {sum(row.count(':') for row in rows)} fields", file=sys.stderr)


if __name__ == "__main__":
    main()
