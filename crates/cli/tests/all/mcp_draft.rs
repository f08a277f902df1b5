//! Tests the stored draft of the MCP server: damage, links, files of earlier versions, and the amount that a call
//! writes.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::mcp::Server;

/// Creates a store with a draft of two participants, and returns its file.
pub(crate) fn filled(store: &Path) -> Vec<u8> {
    let mut server = Server::start(Some(store));
    for (tool, arguments) in [
        ("create_blueprint", json!({"title": "Loan", "description": "A loan is asked for."})),
        ("add_participant", json!({"id": "bank", "name": "Bank"})),
        ("add_participant", json!({"id": "client", "name": "Client"})),
    ] {
        let answer = server.call(tool, &arguments);
        assert_eq!(answer["result"]["isError"], false, "{answer}");
    }
    server.stop();
    fs::read(store.join("draft.db")).unwrap()
}

/// Returns the draft that a server reads from a folder, or `null` if there is none.
fn draft(store: &Path) -> Value {
    let mut server = Server::start(Some(store));
    let got = server.call("get_blueprint", &json!({}))["result"]["structuredContent"]["blueprint"].take();
    server.stop();
    got
}

/// Every bit of the content is protected: a flipped bit is detected, and the file is kept.
#[test]
fn a_draft_that_was_changed_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let kept = filled(&store);
    let good = draft(&store);
    assert_eq!(good["participants"][1]["id"], "client");
    let text = kept.windows(12).position(|window| window == b"participants").unwrap();
    // Offsets in the strings of the records, and offsets with content across the file.
    let used: Vec<usize> = (0..kept.len()).filter(|&at| kept[at] != 0).collect();
    let places = (text..text + 40).step_by(4).chain(used.iter().copied().step_by(used.len() / 12));
    let mut aside = 0;
    for at in places {
        let mut bytes = kept.clone();
        bytes[at] ^= 1;
        fs::write(store.join("draft.db"), &bytes).unwrap();
        let found = draft(&store);
        if found == good {
            // A field that SQLite writes but never reads, such as its own version.
            assert!(at < 100, "{at}");
            continue;
        }
        aside += 1;
        assert_eq!(found, Value::Null, "{at}");
        assert_eq!(fs::read(store.join(format!("draft.db.damaged-{aside}"))).unwrap(), bytes);
    }
    assert!(aside >= 15, "{aside}");
    fs::write(store.join("draft.db"), kept).unwrap();
    assert_eq!(draft(&store), good, "the control");
}

/// The file of an earlier version is read once and then renamed. A file that the earlier version would have rejected is
/// rejected.
#[test]
fn a_draft_of_an_earlier_version_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let good = json!({
        "id": "blueprint-1", "title": "Loan", "description": "A loan is asked for.", "version": 1,
        "participants": [{"id": "bank", "name": "Bank"}], "actions": [],
    });
    let text = good.to_string();
    let mut sum = String::new();
    for byte in Sha256::digest(&text) {
        write!(sum, "{byte:02x}").unwrap();
    }
    let framed = format!("{{\"format\":1,\"sha256\":\"{sum}\",\"draft\":{text}}}\n");
    let store = folder.path().join("store");
    fs::create_dir(&store).unwrap();
    let bad = [
        text.replace("participants", "participantz"),
        framed.replace("Loan", "Lean"),
        text[..text.len() - 1].to_owned(),
        String::new(),
    ];
    for (number, text) in bad.iter().enumerate() {
        fs::write(store.join("draft.json"), text).unwrap();
        assert_eq!(draft(&store), Value::Null, "{text}");
        assert_eq!(&fs::read_to_string(store.join(format!("draft.json.damaged-{}", number + 1))).unwrap(), text);
    }
    for (number, text) in [&framed, &text].into_iter().enumerate() {
        let store = folder.path().join(format!("store-{number}"));
        fs::create_dir(&store).unwrap();
        fs::write(store.join("draft.json"), text).unwrap();
        assert_eq!(draft(&store), good);
        assert_eq!(&fs::read_to_string(store.join("draft.json.earlier-1")).unwrap(), text);
        assert!(!store.join("draft.json").exists());
        // From now on, only the new file is read.
        fs::write(store.join("draft.json"), text.replace("A loan", "Two loans")).unwrap();
        assert_eq!(draft(&store), good);
        assert!(!store.join("draft.json").exists());
    }
}

/// A call writes only its changes, however large the draft is.
#[cfg(target_os = "linux")]
#[test]
fn a_change_is_not_written_with_the_draft_around_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    filled(&store);
    let mut server = Server::start(Some(&store));
    let file = format!("/proc/{}/io", server.child.id());
    let written = || -> u64 {
        let text = fs::read_to_string(&file).unwrap();
        text.lines().find_map(|line| line.strip_prefix("wchar: ")).unwrap().parse().unwrap()
    };
    let title = "A step with a long title ".repeat(7);
    let mut costs = Vec::new();
    for id in 0..300 {
        let before = written();
        let action = json!({"id": id, "title": title, "description": title, "sender": "bank"});
        let answer = server.call("add_action", &action);
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        costs.push(written() - before);
    }
    let whole = server.call("get_blueprint", &json!({})).to_string().len() as u64;
    let (first, last) = (costs[..50].iter().sum::<u64>() / 50, costs[250..].iter().sum::<u64>() / 50);
    assert!(last < whole / 2 && last < 2 * first, "{first} bytes a call, then {last}; the draft has {whole}");
    server.stop();
}

#[cfg(unix)]
#[test]
fn no_link_is_followed_out_of_a_store() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let outside = folder.path().join("outside");
    for name in ["draft.db", "draft.json", "draft.db-journal", "draft.db.new"] {
        let store = folder.path().join(name);
        let kept = filled(&store);
        for file in ["draft.db", "draft.db.lock", "lock"] {
            assert_eq!(fs::metadata(store.join(file)).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
        }
        fs::write(&outside, &kept).unwrap();
        let _ = fs::remove_file(store.join(name));
        symlink(&outside, store.join(name)).unwrap();
        let mut server = Server::start(Some(&store));
        let made = server.call("create_blueprint", &json!({"title": "Other", "description": "Another one."}));
        assert_eq!(made["result"]["isError"], false, "{name}: {made}");
        server.stop();
        assert_eq!(fs::read(&outside).unwrap(), kept, "{name}");
        assert!(fs::symlink_metadata(store.join("draft.db")).unwrap().is_file(), "{name}");
        assert_eq!(draft(&store)["title"], "Other", "{name}");
    }
}
