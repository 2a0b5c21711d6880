//! The JUnit report that build servers read.

use super::verdict::{Outcome, Verdict};

/// The report as XML: failures and hangs are failures, errors are errors, and what could
/// not be judged is skipped.
pub fn document(outcomes: &[Outcome]) -> String {
    let count = |verdicts: &[Verdict]| {
        let counted = outcomes
            .iter()
            .filter(|outcome| verdicts.contains(&outcome.verdict));
        counted.count()
    };
    let seconds: f64 = outcomes.iter().map(|outcome| outcome.seconds).sum();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuite name=\"nescope\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{seconds:.3}\">\n",
        outcomes.len(),
        count(&[Verdict::Fail, Verdict::Hang]),
        count(&[Verdict::Error]),
        count(&[
            Verdict::Unsupported,
            Verdict::NeedsDevice,
            Verdict::Visual,
            Verdict::Sound
        ]),
    );
    for outcome in outcomes {
        xml += &case(outcome);
    }
    xml + "</testsuite>\n"
}

fn case(outcome: &Outcome) -> String {
    let (suite, name) = suite_and_name(outcome);
    let open = format!(
        "  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escaped(&suite),
        escaped(name),
        outcome.seconds
    );
    let element = match outcome.verdict {
        Verdict::Pass => return open + "/>\n",
        Verdict::Fail | Verdict::Hang => "failure",
        Verdict::Error => "error",
        _ => "skipped",
    };
    let text = escaped(&outcome.text);
    let word = outcome.verdict.word();
    format!("{open}>\n    <{element} message=\"{word}: {text}\"/>\n  </testcase>\n")
}

/// The suite is what stands before the name in the id, else the folder of the file.
fn suite_and_name(outcome: &Outcome) -> (String, &str) {
    if let Some((suite, name)) = outcome.id.rsplit_once('/')
        && !suite.is_empty()
    {
        return (suite.to_owned(), name);
    }
    let real = outcome.path.canonicalize();
    let path = real.as_ref().unwrap_or(&outcome.path);
    let folder = path.parent().and_then(|folder| folder.file_name());
    let folder = folder.map(|folder| folder.to_string_lossy().into_owned());
    let name = outcome.id.trim_start_matches('/');
    (folder.unwrap_or_else(|| "nescope".to_owned()), name)
}

/// Text for an attribute. Characters that XML does not allow become question marks.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '"' => escaped += "&quot;",
            '\n' => escaped += "&#10;",
            '\t' => escaped += "&#9;",
            '\0'..='\x1F' | '\u{FFFE}' | '\u{FFFF}' => escaped.push('?'),
            other => escaped.push(other),
        }
    }
    escaped
}
