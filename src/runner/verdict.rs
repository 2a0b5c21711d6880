//! What a case can come to.

use serde::Serialize;
use std::path::PathBuf;

/// The verdict on one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The program says that all is well.
    Pass,
    /// The program says that something is wrong, or the deep check found a difference.
    Fail,
    /// No verdict within the frames, or the CPU jammed before one.
    Hang,
    /// The mapper or the kind of file is not supported; the text names it.
    Unsupported,
    /// A device would have to be attached that can not be; the text names it.
    NeedsDevice,
    /// The file could not be read or understood.
    Error,
    /// A person has to look at the picture.
    Visual,
    /// A person has to listen.
    Sound,
}

impl Verdict {
    /// The word used in reports.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "fail",
            Verdict::Hang => "hang",
            Verdict::Unsupported => "unsupported",
            Verdict::NeedsDevice => "needs_device",
            Verdict::Error => "error",
            Verdict::Visual => "visual",
            Verdict::Sound => "sound",
        }
    }

    /// All verdicts, in the order of reports.
    pub const ALL: [Verdict; 8] = [
        Verdict::Pass,
        Verdict::Fail,
        Verdict::Hang,
        Verdict::Unsupported,
        Verdict::NeedsDevice,
        Verdict::Error,
        Verdict::Visual,
        Verdict::Sound,
    ];
}

/// What went wrong, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Code {
    /// The number a test program reported, or a mapper number.
    Number(i64),
    /// The stable code of an error.
    Name(String),
}

/// One failed test of a program that runs many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedTest {
    /// Its name.
    pub name: String,
    /// The page it stands on.
    pub page: u32,
    /// Its error code; `None` when it has not run.
    pub code: Option<u8>,
}

/// The results of a program that runs many tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tests {
    /// How many passed.
    pub passed: usize,
    /// How many there are.
    pub total: usize,
    /// Those that did not pass.
    pub failed: Vec<FailedTest>,
    /// The number of the behavior seen in those that pass with several; not reported.
    #[serde(skip)]
    pub behaviors: Vec<(String, u8)>,
}

/// A verdict with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// What went wrong, for programs.
    pub code: Option<Code>,
    /// What the program printed, or what went wrong, for people.
    pub text: String,
    /// The results inside, if the program runs many tests.
    pub tests: Option<Tests>,
}

impl Finding {
    /// A verdict with a text.
    pub fn new(verdict: Verdict, text: impl Into<String>) -> Finding {
        Finding {
            verdict,
            code: None,
            text: text.into(),
            tests: None,
        }
    }

    /// A failure with the number a program reported.
    pub fn fail(code: i64, text: impl Into<String>) -> Finding {
        Finding::new(Verdict::Fail, text).with_code(Code::Number(code))
    }

    /// An error with its stable code.
    pub fn error(code: &str, text: impl Into<String>) -> Finding {
        Finding::new(Verdict::Error, text).with_code(Code::Name(code.to_owned()))
    }

    /// The same with a code.
    pub fn with_code(mut self, code: Code) -> Finding {
        self.code = Some(code);
        self
    }
}

/// One line of a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The id in the manifest, or the path.
    pub id: String,
    /// The file.
    pub path: PathBuf,
    /// The verdict.
    pub verdict: Verdict,
    /// What went wrong, for programs.
    pub code: Option<Code>,
    /// What the program printed, or what went wrong.
    pub text: String,
    /// Frames run.
    pub frames: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// The results inside, if the program runs many tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<Tests>,
}
