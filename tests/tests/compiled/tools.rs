//! Implements and calls the tool executor of a case: arguments are validated before a tool is called, and every failure
//! has a kind.

use serde_json::{Value, json};

use crate::cases::tool_pairs::shop::{
    AddItemParams, AddItemReturns, CallParams, CallReturns, ShopTools2, TOOLS, TypeParams, TypeReturns,
};
use crate::cases::tool_pairs::{ToolFault, ToolParams};

#[derive(Default)]
struct Shop {
    items: u64,
    ran: usize,
}

#[derive(Debug)]
enum Refusal {
    Fault(ToolFault),
    SoldOut(String),
}

impl From<ToolFault> for Refusal {
    fn from(fault: ToolFault) -> Self {
        Self::Fault(fault)
    }
}

impl ShopTools2 for Shop {
    type Error = Refusal;

    fn add_item(&mut self, params: AddItemParams) -> Result<AddItemReturns, Refusal> {
        self.ran += 1;
        if params.name == "coffee" {
            return Err(Refusal::SoldOut(params.name));
        }
        self.items += params.count;
        Ok(AddItemReturns { items: self.items })
    }

    fn call2(&mut self, _: CallParams) -> Result<CallReturns, Refusal> {
        self.ran += 1;
        Ok(serde_json::from_value(json!({})).expect("an object"))
    }

    fn type_(&mut self, _: TypeParams) -> Result<TypeReturns, Refusal> {
        self.ran += 1;
        Ok(serde_json::from_value(json!("shop")).expect("a text"))
    }
}

fn fault(shop: &mut Shop, name: &str, arguments: &Value) -> ToolFault {
    match shop.call(name, arguments) {
        Err(Refusal::Fault(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn calls_reach_their_tools_by_name() {
    let mut shop = Shop::default();
    assert_eq!(shop.call("add_item", &json!({ "name": "tea", "count": 2 })).unwrap(), json!({ "items": 2 }));
    assert_eq!(shop.call("add_item", &json!({ "name": "milk", "count": 9 })).unwrap(), json!({ "items": 11 }));
    assert_eq!(shop.call("call", &json!({ "number": 1 })).unwrap(), json!({}));
    assert_eq!(shop.call("type", &json!({})).unwrap(), json!("shop"));
    assert_eq!(shop.ran, 4);
    assert_eq!(TOOLS.iter().map(|tool| tool.name).collect::<Vec<_>>(), ["add_item", "call", "type"]);
    assert_eq!(AddItemParams::TOOL.returns.name, "AddItemReturns");
}

#[test]
fn what_breaks_the_law_never_reaches_a_tool() {
    let mut shop = Shop::default();
    let ToolFault::Arguments { tool, report } =
        fault(&mut shop, "add_item", &json!({ "name": "", "count": 10, "x": 1 }))
    else {
        panic!("another fault")
    };
    let places: Vec<_> = report.iter().map(|found| found.at.as_str()).collect();
    assert_eq!((tool.name, places.contains(&"/name"), places.contains(&"/count")), ("add_item", true, true));
    assert_eq!(places.len(), 3, "{report:?}");
    assert!(matches!(fault(&mut shop, "add_items", &json!({})), ToolFault::Unknown { .. }));
    assert!(matches!(fault(&mut shop, "call", &json!({ "number": 1e300 })), ToolFault::Misfit { .. }));
    assert_eq!(shop.ran, 0);
    let unknown = fault(&mut shop, "add_items", &json!({})).to_string();
    assert_eq!(unknown, "unknown tool \"add_items\"; there are add_item, call, type");
}

#[test]
fn a_tool_can_refuse() {
    let refused = Shop::default().call("add_item", &json!({ "name": "coffee", "count": 1 }));
    assert!(matches!(refused, Err(Refusal::SoldOut(name)) if name == "coffee"));
}
