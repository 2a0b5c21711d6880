//! The group `test`: verdicts and expectations as commands.

use super::{
    TestArgs,
    report::Summary,
    suite::{self, Plan, PlanError},
    verdict::{Outcome, Verdict},
};
use crate::{
    commands::{Answer, CommandError, run::conditions::compile},
    debugger::expression::{MachineEnv, Memory},
    hub::{Bindings, Context, Room},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::PathBuf};

/// What this room brings to a hub.
pub const ROOM: Room = Room {
    specs: &[("test.json", include_str!("../../specs/test.json"))],
    bind,
};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("test_run", run);
    bindings.bind("test_expect", expect);
    bindings.bind("test_suite", run_suite);
}

/// Arguments of `test_run`.
#[derive(Debug, Deserialize)]
struct RunArgs {
    rom: String,
    pass: Option<String>,
    fail: Option<String>,
    max_frames: Option<u64>,
    option: Option<Vec<String>>,
    deep: bool,
}

/// Reply of `test_run`.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct RunReply(Outcome);

impl Answer for RunReply {
    fn text(&self) -> String {
        line(&self.0)
    }
}

fn line(outcome: &Outcome) -> String {
    let text = outcome
        .text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let verdict = outcome.verdict.word();
    format!(
        "{verdict:<12} {} ({} frames) {text}",
        outcome.id, outcome.frames
    )
    .trim_end()
    .to_string()
}

fn run(context: &mut Context, args: RunArgs) -> Result<RunReply, CommandError> {
    let plan = plan(
        context,
        TestArgs {
            paths: vec![PathBuf::from(&args.rom)],
            pass: args.pass,
            fail: args.fail,
            max_frames: args.max_frames,
            options: args.option.unwrap_or_default(),
            deep: args.deep,
            jobs: Some(1),
            ..TestArgs::default()
        },
    )?;
    if plan.cases.len() != 1 {
        return Err(CommandError::bad_value(format!(
            "{} is {} test cases; test_suite runs several",
            args.rom,
            plan.cases.len()
        )));
    }
    let outcome = judge(context, &plan)?.pop();
    let outcome = outcome.ok_or_else(cancelled)?;
    Ok(RunReply(outcome))
}

/// The cases that the arguments mean, each of which the caller may read.
fn plan(context: &Context, mut args: TestArgs) -> Result<Plan, CommandError> {
    let origin = context.scope.origin;
    for path in &mut args.paths {
        *path = context.host.readable(origin, &path.to_string_lossy())?;
    }
    let mut plan = suite::plan(&args).map_err(|error| match error {
        PlanError::Usage(text) => CommandError::bad_value(text),
        PlanError::File(text) => CommandError::io(text),
        PlanError::Expression(error) => CommandError::new("bad_expression", error.to_string()),
    })?;
    for case in &plan.cases {
        for path in case.files() {
            context.host.readable(origin, &path.to_string_lossy())?;
        }
    }
    plan.settings.cancel = context.scope.cancel.clone();
    if let Some(depth) = &mut plan.settings.deep {
        depth.cancel = context.scope.cancel.clone();
    }
    Ok(plan)
}

/// Runs the cases until all are judged.
///
/// Errors: `cancelled`.
fn judge(context: &mut Context, plan: &Plan) -> Result<Vec<Outcome>, CommandError> {
    let total = plan.cases.len() as u64;
    let mut outcomes = Vec::with_capacity(plan.cases.len());
    suite::run(plan, |outcome| {
        context.report(outcomes.len() as u64 + 1, Some(total), &outcome.id);
        outcomes.push(outcome);
        !context.scope.cancel.is_cancelled()
    });
    match context.scope.cancel.is_cancelled() {
        true => Err(cancelled()),
        false => Ok(outcomes),
    }
}

fn cancelled() -> CommandError {
    CommandError::new("cancelled", "the test was cancelled")
}

/// Arguments of `test_suite`.
#[derive(Debug, Deserialize)]
struct SuiteArgs {
    manifest: String,
    filter: Option<String>,
    jobs: u16,
    option: Option<Vec<String>>,
    max: usize,
}

/// Reply of `test_suite`.
#[derive(Debug, Serialize)]
struct SuiteReply {
    summary: BTreeMap<&'static str, u64>,
    failures: Vec<Outcome>,
    omitted: usize,
}

impl Answer for SuiteReply {
    fn text(&self) -> String {
        let counts: Vec<_> = Verdict::ALL
            .iter()
            .map(|verdict| (self.summary[verdict.word()], verdict.word()))
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        let mut lines = vec![counts.join(", ")];
        lines.extend(self.failures.iter().map(line));
        if self.omitted > 0 {
            lines.push(format!("{} more failures; max lists them", self.omitted));
        }
        lines.join("\n")
    }
}

fn run_suite(context: &mut Context, args: SuiteArgs) -> Result<SuiteReply, CommandError> {
    let plan = plan(
        context,
        TestArgs {
            paths: vec![PathBuf::from(&args.manifest)],
            filter: args.filter,
            options: args.option.unwrap_or_default(),
            jobs: (args.jobs > 0).then_some(args.jobs),
            ..TestArgs::default()
        },
    )?;
    let outcomes = judge(context, &plan)?;
    let mut summary = Summary::default();
    outcomes.iter().for_each(|outcome| summary.count(outcome));
    let is_failure = |outcome: &Outcome| {
        matches!(
            outcome.verdict,
            Verdict::Fail | Verdict::Hang | Verdict::Error
        )
    };
    let mut failures: Vec<_> = outcomes.into_iter().filter(is_failure).collect();
    let omitted = failures.len().saturating_sub(args.max);
    failures.truncate(args.max);
    Ok(SuiteReply {
        summary: Verdict::ALL
            .iter()
            .map(|&verdict| (verdict.word(), summary.of(verdict)))
            .collect(),
        failures,
        omitted,
    })
}

/// Arguments of `test_expect`.
#[derive(Debug, Deserialize)]
struct ExpectArgs {
    msg: Option<String>,
    cond: String,
}

/// Reply of `test_expect`.
#[derive(Debug, Serialize)]
struct ExpectReply {
    cond: String,
    value: i64,
}

impl Answer for ExpectReply {
    fn text(&self) -> String {
        format!("ok: {}", self.cond)
    }
}

fn expect(context: &mut Context, args: ExpectArgs) -> Result<ExpectReply, CommandError> {
    let symbols = &*context.session.labels;
    let machine = context.session.machine()?;
    let expression = compile(&args.cond, symbols)?;
    let env = MachineEnv::new(machine, symbols);
    let value = expression
        .evaluate(&env, &mut Memory::default())
        .map_err(|error| CommandError::new("expr_error", error.to_string()))?;
    if value == 0 {
        let meaning = args.msg.map_or_else(String::new, |msg| format!(": {msg}"));
        return Err(CommandError::new(
            "expectation_failed",
            format!("{} does not hold{meaning}", args.cond),
        ));
    }
    Ok(ExpectReply {
        cond: args.cond,
        value,
    })
}
