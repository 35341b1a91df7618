//! From a piece of a file to the turns that made it what it is: a history with moves, renames,
//! splits and copies, in which every edit is a turn, and who is behind each piece is known.

mod sandbox;

use std::collections::BTreeMap;

use mementor_core::Memory;
use mementor_core::api::{AskedFile, FilePiece, Touch};
use mementor_core::memory::Within;
use sandbox::{Sandbox, Session, ingest};
use serde_json::{Value, json};

/// A project, and the transcript of the session that wrote it.
struct History {
    sandbox: Sandbox,
    session: Session,
    lines: Vec<Value>,
    files: BTreeMap<String, String>,
    /// What the edits of each turn wrote.
    wrote: Vec<(String, String)>,
    calls: usize,
}

impl History {
    fn new() -> Self {
        let sandbox = Sandbox::without_model();
        let session = Session::new("s1", &sandbox.directory("harbour"));
        let (files, wrote) = (BTreeMap::new(), Vec::new());
        Self { sandbox, session, lines: Vec::new(), files, wrote, calls: 0 }
    }

    fn turn(&mut self, id: &str) -> &mut Self {
        self.lines.push(self.session.prompt(id, &format!("please do {id}")));
        self.wrote.push((id.to_owned(), String::new()));
        self
    }

    fn call(&mut self, tool: &str, input: &Value) {
        self.calls += 1;
        let text = ["content", "new_string"].iter().find_map(|name| input[name].as_str());
        let (_, wrote) = self.wrote.last_mut().expect("a turn");
        wrote.push_str(text.unwrap_or_default());
        wrote.push('\n');
        let id = format!("call-{}", self.calls);
        self.lines.push(self.session.tool_use(&format!("{id}-use"), &id, tool, input));
        self.lines.push(self.session.tool_result(&format!("{id}-result"), &id, "ok"));
    }

    fn path(&self, file: &str) -> String {
        self.sandbox.directory("harbour").join(file).to_string_lossy().into_owned()
    }

    fn writes(&mut self, file: &str, text: &str) -> &mut Self {
        self.call("Write", &json!({ "file_path": self.path(file), "content": text }));
        self.files.insert(file.to_owned(), text.to_owned());
        self
    }

    fn edits(&mut self, file: &str, old: &str, new: &str) -> &mut Self {
        let input = json!({ "file_path": self.path(file), "old_string": old, "new_string": new });
        self.call("Edit", &input);
        self.by_hand(file, old, new)
    }

    fn edits_everywhere(&mut self, file: &str, old: &str, new: &str) -> &mut Self {
        let path = self.path(file);
        let input =
            json!({ "file_path": path, "old_string": old, "new_string": new, "replace_all": true });
        self.call("Edit", &input);
        let text = self.files[file].replace(old, new);
        self.files.insert(file.to_owned(), text);
        self
    }

    /// A person changes a file, which no transcript tells.
    fn by_hand(&mut self, file: &str, old: &str, new: &str) -> &mut Self {
        let text = &self.files[file];
        assert_eq!(text.matches(old).count(), 1, "{file} has it once: {old}");
        let text = text.replace(old, new);
        self.files.insert(file.to_owned(), text);
        self
    }

    fn runs(&mut self, command: &str) -> &mut Self {
        self.call("Bash", &json!({ "command": command }));
        self
    }

    fn renames(&mut self, from: &str, to: &str) -> &mut Self {
        let text = self.files.remove(from).expect("a file");
        self.files.insert(to.to_owned(), text);
        self
    }

    fn memory(&self) -> Memory {
        let mut memory = self.sandbox.open();
        ingest(&mut memory, &self.sandbox.transcript("s1", &self.lines));
        memory
    }

    /// Returns the lines of a piece that begins with a line and ends with the first one behind it
    /// that is not further in.
    fn piece(&self, file: &str, first: &str, name: &str) -> FilePiece {
        let lines: Vec<&str> = self.files[file].lines().collect();
        let at = lines.iter().position(|line| line.trim_start().starts_with(first));
        let at = at.unwrap_or_else(|| panic!("{file} has {first}"));
        let indent = |line: &str| line.len() - line.trim_start().len();
        let goes_on = |line: &&&str| line.is_empty() || indent(line) > indent(lines[at]);
        let inside = lines[at + 1..].iter().take_while(goes_on).count();
        let closes =
            lines.get(at + 1 + inside).is_some_and(|line| line.trim_start().starts_with('}'));
        let blank = lines[at + 1..=at + inside].iter().rev().take_while(|it| it.is_empty()).count();
        let end = at + 1 + inside + usize::from(closes) - if closes { 0 } else { blank };
        let (start, end) = (at as u32 + 1, end as u32);
        let name = Some(name.to_owned()).filter(|name| !name.is_empty());
        FilePiece { file: file.to_owned(), content: self.files[file].clone(), start, end, name }
    }

    fn blamed(&self, memory: &Memory, pieces: &[FilePiece]) -> Vec<Vec<Touch>> {
        let within = Within::Directory(self.sandbox.directory("harbour"));
        let asked: Vec<AskedFile> = pieces.iter().cloned().map(AskedFile::Piece).collect();
        memory.blame(&within, &asked).expect("an answer")
    }
}

fn told(touches: &[Touch]) -> String {
    let told = touches.iter().map(|touch| {
        let did = touch.did.as_ref().expect("a piece was asked about");
        let what = serde_json::to_value(did.what).expect("a word");
        let from = did.from.as_deref().map(|from| format!(" from {from}")).unwrap_or_default();
        let named = did.named.as_deref().map(|name| format!(" as {name}")).unwrap_or_default();
        format!("{} {}{from}{named}", touch.place.turn, what.as_str().unwrap_or_default())
    });
    told.collect::<Vec<_>>().join(", ")
}

const STORE: &str = "\
import { readFileSync } from 'node:fs';

export class Store {
  open(path: string) {
    const bytes = readFileSync(path);
    if (bytes.length === 0) {
      return undefined;
    }
    return this.parse(bytes);
  }

  parse(bytes: Buffer) {
    const text = bytes.toString('utf8');
    return JSON.parse(text);
  }

  close() {
    if (this.isOpen) {
      return undefined;
    }
    this.handle.release();
  }
}
";

const FLEET: &str = "\
def load_fleet(path):
    with open(path) as source:
        rows = source.read().splitlines()
    if not rows:
        return None
    boats = []
    for row in rows:
        name, length = row.split(',')
        boats.append(Boat(name.strip(), float(length)))
    return boats


def longest_boat(boats):
    if not boats:
        return None
    return max(boats, key=lambda boat: boat.length)


def report_fleet(boats):
    total = sum(boat.length for boat in boats)
    header = f'{len(boats)} boats, {total} metres'
    lines = [f'{boat.name}: {boat.length}' for boat in boats]
    return '\\n'.join([header, *lines])
";

const PIER: &str = "\
package pier

func Moor(ctx context.Context, boat *Boat) error {
	berth, err := findBerth(ctx, boat.Length)
	if err != nil {
		return err
	}
	return berth.Assign(boat)
}

func Release(ctx context.Context, boat *Boat) error {
	berth, err := berthOf(ctx, boat.Name)
	if err != nil {
		return err
	}
	return berth.Clear()
}

func findBerth(ctx context.Context, length float64) (*Berth, error) {
	for _, berth := range allBerths(ctx) {
		if berth.IsFree() && berth.Length >= length {
			return berth, nil
		}
	}
	return nil, ErrNoBerth
}
";

/// Writes the project, and returns it.
fn history() -> History {
    let mut it = History::new();
    it.turn("t1").writes("src/store.ts", STORE);
    it.turn("t2").writes("fleet.py", FLEET);
    it.turn("t3").writes("pier/pier.go", PIER);
    // A change within.
    it.turn("t4").edits(
        "src/store.ts",
        "    const text = bytes.toString('utf8');\n    return JSON.parse(text);",
        "    const text = bytes.toString('utf8').trimStart();\n    return JSON.parse(text, this.reviver);",
    );
    // A renamed function, and its call.
    it.turn("t5").edits_everywhere("fleet.py", "longest_boat", "find_longest");
    // Cut from one file, and pasted into another, in one turn.
    let find = &PIER[PIER.find("\nfunc findBerth").expect("it is there")..];
    it.turn("t6").writes("pier/berths.go", &format!("package pier\n{find}")).edits(
        "pier/pier.go",
        find,
        "",
    );
    // A line that stands everywhere, in one of its places.
    it.turn("t7").edits(
        "pier/pier.go",
        "\tberth, err := berthOf(ctx, boat.Name)\n\tif err != nil {\n\t\treturn err\n\t}",
        "\tberth, err := berthOf(ctx, boat.Name)\n\tif err != nil {\n\t\treturn fmt.Errorf(\"release %s: %w\", boat.Name, err)\n\t}",
    );
    // A file renamed by a command.
    it.turn("t8").runs("git mv fleet.py boats/fleet.py").renames("fleet.py", "boats/fleet.py");
    // Split: the rows are parsed in a function of their own.
    it.turn("t9").edits(
        "boats/fleet.py",
        "    if not rows:\n        return None\n    boats = []\n    for row in rows:\n        name, length = row.split(',')\n        boats.append(Boat(name.strip(), float(length)))\n    return boats\n",
        "    return parse_rows(rows)\n\n\ndef parse_rows(rows):\n    if not rows:\n        return None\n    boats = []\n    for row in rows:\n        name, length = row.split(',')\n        boats.append(Boat(name.strip(), float(length)))\n    return boats\n",
    );
    // Renamed by hand, and moved without a word of it.
    it.by_hand("src/store.ts", "reviver", "fromJson");
    it.renames("src/store.ts", "lib/memory/store.ts");
    it.turn("t10").edits(
        "lib/memory/store.ts",
        "  close() {\n    if (this.isOpen) {\n      return undefined;\n    }\n",
        "  close(force = false) {\n    if (this.isOpen && !force) {\n      return undefined;\n    }\n",
    );
    // A copy in the same file, changed afterwards.
    it.turn("t11").edits(
        "boats/fleet.py",
        "def report_fleet(boats):",
        "def report_crew(boats):\n    total = sum(boat.length for boat in boats)\n    header = f'{len(boats)} boats, {total} metres'\n    lines = [f'{boat.name}: {boat.length}' for boat in boats]\n    return '\\n'.join([header, *lines])\n\n\ndef report_fleet(boats):",
    );
    it.turn("t12").edits(
        "boats/fleet.py",
        "def report_crew(boats):\n    total = sum(boat.length for boat in boats)\n",
        "def report_crew(boats):\n    total = sum(len(boat.crew) for boat in boats)\n",
    );
    // Formatted by a program.
    for line in [
        "\tfor _, berth := range allBerths(ctx) {",
        "\t\tif berth.IsFree() && berth.Length >= length {",
    ] {
        let spaced = line.replace('\t', "    ");
        it.by_hand("pier/berths.go", line, &spaced);
    }
    it.turn("t13").edits("pier/berths.go", "berth.Length >= length", "berth.Fits(length)");
    // New code between old code, twice, and one of it taken out again.
    it.turn("t14").edits(
        "pier/pier.go",
        "package pier\n",
        "package pier\n\n// Count says how many boats are moored.\nfunc Count(ctx context.Context) int {\n\treturn len(mooredBoats(ctx))\n}\n\nfunc Empty(ctx context.Context) bool {\n\treturn Count(ctx) == 0\n}\n",
    );
    it.turn("t15").edits(
        "pier/pier.go",
        "func Empty(ctx context.Context) bool {\n\treturn Count(ctx) == 0\n}\n",
        "func Full(ctx context.Context) bool {\n\treturn Count(ctx) >= len(allBerths(ctx))\n}\n",
    );
    // Moved within its file, in two edits of one turn.
    let moor = &PIER[PIER.find("func Moor").expect("it")..PIER.find("func Release").expect("it")];
    it.turn("t16").edits("pier/pier.go", moor, "");
    let end = "\treturn berth.Clear()\n}\n";
    it.edits("pier/pier.go", end, &format!("{end}\n{}", moor.trim_end().to_owned() + "\n"));
    // The whole file is written again with one function changed.
    let again = it.files["boats/fleet.py"].replace(
        "    return max(boats, key=lambda boat: boat.length)",
        "    return max(boats, key=lambda boat: (boat.length, boat.name))",
    );
    it.turn("t17").writes("boats/fleet.py", &again);
    // Moved to another file and renamed, in two turns.
    let full =
        "func Full(ctx context.Context) bool {\n\treturn Count(ctx) >= len(allBerths(ctx))\n}\n";
    it.turn("t18").edits("pier/pier.go", full, "");
    it.turn("t19").edits(
        "pier/berths.go",
        "package pier\n",
        &format!("package pier\n\n{}", full.replace("Full", "IsFull")),
    );
    // A file that nobody recorded, changed once.
    it.files.insert(
        "tools/lamp.ts".to_owned(),
        "export function blink(times: number) {\n  for (let n = 0; n < times; n += 1) {\n    lamp.toggle();\n    wait(250);\n  }\n}\n\nexport function steady() {\n  lamp.on();\n}\n".to_owned(),
    );
    it.turn("t20").edits("tools/lamp.ts", "    wait(250);", "    wait(period / 2);");
    // Two functions out of one.
    it.turn("t21").edits(
        "lib/memory/store.ts",
        "  open(path: string) {\n    const bytes = readFileSync(path);\n    if (bytes.length === 0) {\n      return undefined;\n    }\n    return this.parse(bytes);\n  }",
        "  open(path: string) {\n    const bytes = this.read(path);\n    return bytes && this.parse(bytes);\n  }\n\n  read(path: string) {\n    const bytes = readFileSync(path);\n    if (bytes.length === 0) {\n      return undefined;\n    }\n    return bytes;\n  }",
    );
    // An edit that a person took back.
    it.turn("t22").edits("tools/lamp.ts", "  lamp.on();", "  lamp.on({ dim: true });");
    it.by_hand("tools/lamp.ts", "  lamp.on({ dim: true });", "  lamp.on();");
    // Inlined into another: the last turn that changed it took its body from elsewhere.
    it.turn("t23").edits(
        "pier/pier.go",
        "\treturn len(mooredBoats(ctx))",
        "\tboats := mooredBoats(ctx)\n\treturn len(boats)",
    );
    it
}

#[test]
fn the_turns_behind_a_piece_are_known_through_moves_renames_splits_and_copies() {
    let it = history();
    let memory = it.memory();
    let asked: &[(&str, &str, &str, &str)] = &[
        ("lib/memory/store.ts", "parse(", "parse", "t4 changed, t1 made"),
        ("lib/memory/store.ts", "close(", "close", "t10 changed, t1 made"),
        ("lib/memory/store.ts", "open(", "open", "t21 changed, t1 made"),
        ("lib/memory/store.ts", "read(", "read", "t21 moved from lib/memory/store.ts, t1 made"),
        (
            "lib/memory/store.ts",
            "export class Store",
            "Store",
            "t21 changed, t10 changed, t4 changed, t1 made",
        ),
        ("boats/fleet.py", "def load_fleet", "load_fleet", "t9 changed, t2 made"),
        ("boats/fleet.py", "def parse_rows", "parse_rows", "t9 moved from boats/fleet.py, t2 made"),
        (
            "boats/fleet.py",
            "def find_longest",
            "find_longest",
            "t17 changed, t5 changed as longest_boat, t2 made",
        ),
        ("boats/fleet.py", "def report_fleet", "report_fleet", "t2 made"),
        (
            "boats/fleet.py",
            "def report_crew",
            "report_crew",
            "t12 changed, t11 copied from boats/fleet.py as report_fleet, t2 made",
        ),
        ("pier/pier.go", "func Release", "Release", "t7 changed, t3 made"),
        ("pier/pier.go", "func Moor", "Moor", "t16 moved from pier/pier.go, t3 made"),
        ("pier/pier.go", "func Count", "Count", "t23 changed, t14 made"),
        (
            "pier/berths.go",
            "func findBerth",
            "findBerth",
            "t13 changed, t6 moved from pier/pier.go, t3 made",
        ),
        (
            "pier/berths.go",
            "func IsFull",
            "IsFull",
            "t19 moved from pier/pier.go as Full, t15 changed as Empty, t14 made",
        ),
        ("tools/lamp.ts", "export function blink", "blink", "t20 changed"),
        ("tools/lamp.ts", "export function steady", "steady", ""),
        ("pier/pier.go", "berth, err := berthOf", "", "t3 made"),
        ("pier/pier.go", "return fmt.Errorf", "", "t7 changed, t3 made"),
        ("pier/pier.go", "berth, err := findBerth", "", "t16 moved from pier/pier.go, t3 made"),
        ("boats/fleet.py", "return max(", "", "t17 changed, t2 made"),
        ("lib/memory/store.ts", "return JSON.parse", "", "t4 changed, t1 made"),
    ];
    let mut wrong = Vec::new();
    // All at once, so that no answer depends on another.
    let pieces = asked.iter().map(|(file, first, name, _)| it.piece(file, first, name));
    let all = it.blamed(&memory, &pieces.collect::<Vec<_>>());
    for ((file, _, name, expected), touches) in asked.iter().zip(&all) {
        let found = told(touches);
        if found != *expected {
            wrong.push(format!("{file} {name}:\n  {found}\n  not {expected}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} are right:\n{}",
        asked.len() - wrong.len(),
        asked.len(),
        wrong.join("\n")
    );
}

/// A turn writes a function, and a person writes all but its name anew.
fn rewritten_by_hand() -> History {
    let mut it = History::new();
    it.files.insert(
        "cmd/scope.go".to_owned(),
        "package cmd\n\nfunc newestOf(turns []Turn) Turn {\n\treturn turns[len(turns)-1]\n}\n"
            .to_owned(),
    );
    let before = "func newestOf(turns []Turn) Turn {\n";
    let made = "// scopeTranscript keeps what belongs to one checkpoint.\nfunc scopeTranscript(fullTranscript []byte, linesAtStart int) []byte {\n\treturn transcript.SliceFromLine(fullTranscript, linesAtStart)\n}\n";
    let prompts = "func promptsOf(transcript []byte) []string {\n\tcondensed := condense(transcript)\n\treturn condensed.Prompts()\n}\n";
    it.turn("t1").edits("cmd/scope.go", before, &format!("{made}\n{prompts}\n{before}"));
    it.turn("t2").edits(
        "cmd/scope.go",
        "\treturn turns[len(turns)-1]\n",
        "\tif len(turns) == 0 {\n\t\treturn Turn{}\n\t}\n\tnewest := slices.MaxFunc(turns, byTime)\n\treturn newest\n",
    );
    let body = &made[made.find("func").expect("it")..];
    it.by_hand(
        "cmd/scope.go",
        body,
        "func scopeTranscript(fullTranscript []byte, startOffset int, kind agent.Kind) []byte {\n\tif kind == agent.Gemini {\n\t\treturn gemini.FromMessage(fullTranscript, startOffset)\n\t}\n\treturn jsonl.FromLine(fullTranscript, startOffset)\n}\n",
    );
    it.by_hand(
        "cmd/scope.go",
        "\t\treturn Turn{}\n",
        "\t\tlog.Warn(\"no turns\")\n\t\treturn emptyTurn\n",
    );
    it
}

fn shown(touches: &[Touch]) -> Vec<(u64, Vec<&str>)> {
    let shown = touches.iter().map(|touch| {
        let added = touch.changes.iter().flat_map(|change| change.added.lines());
        let lines = touch.did.as_ref().expect("a piece was asked about").lines;
        (lines, added.map(str::trim).collect())
    });
    shown.collect()
}

#[test]
fn lines_that_a_person_wrote_are_no_turns() {
    let it = rewritten_by_hand();
    let memory = it.memory();
    let file = "cmd/scope.go";
    let pieces = [
        it.piece(file, "func scopeTranscript", "scopeTranscript"),
        it.piece(file, "func newestOf", "newestOf"),
        it.piece(file, "return gemini", ""),
        it.piece(file, "log.Warn", ""),
        it.piece(file, "newest := ", ""),
    ];
    let [made, changed, others, inserted, own] = &it.blamed(&memory, &pieces)[..] else {
        panic!("an answer for each");
    };
    assert_eq!(told(made), "t1 made");
    let written = [
        "func scopeTranscript(fullTranscript []byte, linesAtStart int) []byte {",
        "return transcript.SliceFromLine(fullTranscript, linesAtStart)",
        "}",
    ];
    assert_eq!(shown(made), [(0, written.to_vec())], "what it wrote then, and none of it stands");
    assert_eq!(told(changed), "t2 changed");
    let written = [
        "if len(turns) == 0 {",
        "return Turn{}",
        "}",
        "newest := slices.MaxFunc(turns, byTime)",
        "return newest",
    ];
    assert_eq!(shown(changed), [(4, written.to_vec())], "all that it wrote but the one line");
    assert_eq!((told(others), told(inserted)), (String::new(), String::new()));
    assert_eq!((told(own).as_str(), shown(own)[0].0), ("t2 made", 1));
}

#[test]
fn no_line_counts_as_a_turns_that_the_turn_did_not_write() {
    for it in [history(), rewritten_by_hand()] {
        let memory = it.memory();
        let mut pieces = Vec::new();
        for (file, content) in &it.files {
            for at in 1..=content.lines().count() as u32 {
                let (file, content) = (file.clone(), content.clone());
                pieces.push(FilePiece { file, content, start: at, end: at, name: None });
            }
        }
        let mut counted = 0;
        for (piece, touches) in pieces.iter().zip(it.blamed(&memory, &pieces)) {
            let line = piece.content.lines().nth(piece.start as usize - 1).unwrap_or_default();
            let standing =
                touches.iter().filter(|it| it.did.as_ref().is_some_and(|it| it.lines > 0));
            for touch in standing {
                counted += 1;
                let of_turn = it.wrote.iter().filter(|(turn, _)| *turn == touch.place.turn);
                // Part of a line may have been replaced.
                let mut written = of_turn.flat_map(|(_, text)| text.lines());
                let is_written = written.any(|text| match text.trim() {
                    "" => line.trim().is_empty(),
                    text => line.contains(text),
                });
                assert!(is_written, "{} did not write {line}", touch.place.turn);
            }
        }
        assert!(counted > 5, "{counted}");
    }
}
