//! The stack machine.

use super::{
    Env, Memory,
    compile::{Code, Op, Program, bits},
    error::{EvaluationError, Fault},
    functions::Function,
    syntax::{RangeFunction, Remember},
};
use crate::nes::event::Space;

/// Longest range that `count`, `any` and `crc` look at, in bytes.
const MAX_RANGE: i64 = 0x10000;

/// The values of the remembered parts: at the last evaluation, and now.
struct Remembered<'a> {
    last: &'a [Option<i64>],
    now: Vec<Result<i64, EvaluationError>>,
}

/// Evaluates the remembered parts, then the expression.
pub(super) fn evaluate(
    code: &Code,
    env: &dyn Env,
    memory: &mut Memory,
) -> Result<i64, EvaluationError> {
    let Memory { last, stack } = memory;
    last.resize(code.remembered.len(), None);
    let mut remembered = Remembered {
        last,
        now: Vec::new(),
    };
    for program in &code.remembered {
        let value = run(program, env, &remembered, stack);
        remembered.now.push(value);
    }
    let result = run(&code.main, env, &remembered, stack);
    let Remembered { now, .. } = remembered;
    for (last, now) in last.iter_mut().zip(now) {
        *last = now.ok().or(*last);
    }
    result
}

fn run(
    program: &Program,
    env: &dyn Env,
    remembered: &Remembered,
    stack: &mut Vec<i64>,
) -> Result<i64, EvaluationError> {
    stack.clear();
    let mut at = 0;
    while let Some(op) = program.ops.get(at) {
        let column = program.columns[at];
        let fault = |fault| EvaluationError { column, fault };
        at += 1;
        match op {
            Op::Push(value) => stack.push(*value),
            Op::Jump(target) => at = *target,
            Op::JumpIfZero(target) => {
                if pop(stack) == 0 {
                    at = *target;
                }
            }
            Op::Remembered(what, index) => {
                let now = remembered.now[*index].clone()?;
                stack.push(recall(*what, remembered.last[*index], now));
            }
            _ => {
                let value = operate(op, env, stack).map_err(fault)?;
                stack.push(value);
            }
        }
    }
    Ok(pop(stack))
}

fn pop(stack: &mut Vec<i64>) -> i64 {
    stack
        .pop()
        .expect("the compiler leaves every operation its operands")
}

fn recall(what: Remember, last: Option<i64>, now: i64) -> i64 {
    match what {
        Remember::Prev => last.unwrap_or(now),
        Remember::Changed => i64::from(last.is_some_and(|last| last != now)),
        Remember::Rise => i64::from(last == Some(0) && now != 0),
    }
}

fn operate(op: &Op, env: &dyn Env, stack: &mut Vec<i64>) -> Result<i64, Fault> {
    match op {
        Op::Name(identifier) => {
            let value = env.value(*identifier);
            value.ok_or(Fault::Unavailable(identifier.row().name))
        }
        Op::MapperRegister(name) => env
            .mapper_register(name)
            .ok_or(Fault::Unavailable("mapper register")),
        // An unmapped label has no CPU address: -1, which equals none.
        Op::Label(space, offset) => Ok(env.cpu_address(*space, *offset).map_or(-1, i64::from)),
        Op::Peek(space) => peek(env, *space, pop(stack)),
        Op::PeekWord(space) => {
            let address = pop(stack);
            let low = peek(env, *space, address)?;
            let high = peek(env, *space, address.wrapping_add(1))?;
            Ok(low | high << 8)
        }
        Op::Absolute => {
            let address = pop(stack);
            Ok(env.absolute(cpu_address(address)).map_or(-1, i64::from))
        }
        Op::Unary(operator) => Ok(operator.apply(pop(stack))),
        Op::Binary(operator) => {
            let right = pop(stack);
            let left = pop(stack);
            operator.apply(left, right).ok_or(Fault::DivisionByZero)
        }
        Op::In => {
            let last = pop(stack);
            let first = pop(stack);
            Ok(i64::from((first..=last).contains(&pop(stack))))
        }
        Op::Bits(low, high) => Ok(bits(pop(stack), *low, *high)),
        Op::Call(function) => {
            let second = if function.arguments() == 2 {
                pop(stack)
            } else {
                0
            };
            call(*function, pop(stack), second, env)
        }
        Op::Range(what, space) => {
            let value = pop(stack);
            let last = pop(stack);
            range(*what, *space, (pop(stack), last), value, env)
        }
        Op::Push(_) | Op::Jump(_) | Op::JumpIfZero(_) | Op::Remembered(..) => {
            unreachable!("handled by the loop")
        }
    }
}

/// The low 16 bits: CPU addresses wrap.
fn cpu_address(address: i64) -> u16 {
    let [low, high, ..] = address.to_le_bytes();
    u16::from_le_bytes([low, high])
}

fn peek(env: &dyn Env, space: Space, address: i64) -> Result<i64, Fault> {
    let wrapped = match space {
        Space::Cpu => Some(u32::from(cpu_address(address))),
        Space::Ppu => Some(u32::from(cpu_address(address) & 0x3FFF)),
        _ => u32::try_from(address).ok(),
    };
    wrapped
        .and_then(|address| env.peek(space, address))
        .map(i64::from)
        .ok_or(Fault::BadAddress { space, address })
}

fn call(function: Function, first: i64, second: i64, env: &dyn Env) -> Result<i64, Fault> {
    if let Some(value) = function.pure(first, second) {
        return Ok(value);
    }
    let address = cpu_address(first);
    let found = match function {
        Function::Bcd => return bcd(first, second, env),
        Function::Label => Some(i64::from(env.has_label(address))),
        Function::Bank => env.bank(address),
        Function::Hits => env.hits(first),
        _ => env.last_write_pc(address),
    };
    found.ok_or(Fault::Unavailable(function.name()))
}

/// The decimal number in `length` bytes of two digits each, the highest first.
fn bcd(first: i64, length: i64, env: &dyn Env) -> Result<i64, Fault> {
    if !(1..=9).contains(&length) {
        return Err(Fault::BadRange {
            first,
            last: first.wrapping_add(length),
        });
    }
    let mut number: i64 = 0;
    for offset in 0..length {
        let byte = peek(env, Space::Cpu, first.wrapping_add(offset))?;
        let two_digits = (byte >> 4) * 10 + (byte & 0x0F);
        number = number.wrapping_mul(100).wrapping_add(two_digits);
    }
    Ok(number)
}

fn range(
    what: RangeFunction,
    space: Space,
    (first, last): (i64, i64),
    value: i64,
    env: &dyn Env,
) -> Result<i64, Fault> {
    let length = last
        .checked_sub(first)
        .filter(|length| (0..MAX_RANGE).contains(length));
    if length.is_none() {
        return Err(Fault::BadRange { first, last });
    }
    let mut bytes = (first..=last).map(|address| peek(env, space, address));
    match what {
        RangeFunction::Crc => {
            let bytes: Vec<u8> = bytes
                .map(|byte| byte.map(|byte| byte.to_le_bytes()[0]))
                .collect::<Result<_, _>>()?;
            Ok(i64::from(crc32fast::hash(&bytes)))
        }
        RangeFunction::Count(operator) => bytes.try_fold(0, |count, byte| {
            Ok(count + operator.apply(byte?, value).unwrap_or(0))
        }),
        RangeFunction::Any(operator) => {
            for byte in bytes {
                if operator.apply(byte?, value) == Some(1) {
                    return Ok(1);
                }
            }
            Ok(0)
        }
    }
}
