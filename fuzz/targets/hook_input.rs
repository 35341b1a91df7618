//! The input of a hook, whoever calls: what is usable of it, or nothing.

use mementor_core::home::Home;
use mementor_core::sources::hook::HookCall;
use mementor_core::surroundings::Surroundings;
use serde_json::Value;

/// The input as text.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let around = Surroundings { cwd: "/home".into(), homedir: "/home".into(), env: [].into() };
    let Some(HookCall { format, input }) = HookCall::read(&text, &around) else { return };
    let texts = [&input.session, &input.transcript_path, &input.prompt, &input.subagent];
    assert!(texts.into_iter().flatten().all(|text| !text.is_empty()), "{input:?}");
    let home = Home::at("/home");
    if let Some(path) = input.session.as_deref().and_then(|session| home.record(session)) {
        assert_eq!(path.parent(), Some(&*home.recalls()), "it stays in its folder");
    }
    let replies =
        [Some(format.reply(&text, Some(&text))), format.reply_at_start(&text, Some(&text))];
    for reply in replies.into_iter().flatten() {
        assert!(serde_json::from_str::<Value>(&reply).expect("JSON").is_object());
    }
}
