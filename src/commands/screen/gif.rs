//! `screen_gif`.

use super::{HEIGHT, WIDTH};
use crate::{
    commands::{Answer, Attachment, CommandError, Context, Session, file_form, ppu::past, render},
    debugger::{
        film::{self, Film, FilmError},
        picture::Picture,
        raster::replay,
    },
    registry::types::Position,
};
use serde::{Deserialize, Serialize};

/// Longest file that goes with the reply.
const MOST_ATTACHED: usize = 2 << 20;
/// Frames shown when nothing says how many.
const USUAL_FRAMES: u64 = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Apng,
    Gif,
    Y4m,
}

/// Arguments of `screen_gif`.
#[derive(Debug, Deserialize)]
pub struct GifArgs {
    path: Option<String>,
    #[serde(rename = "as")]
    form: Option<Form>,
    from: Option<Position>,
    to: Position,
    frames: Option<u64>,
    every: Option<u32>,
    crop: Option<Vec<usize>>,
    scale: usize,
}

/// Reply of `screen_gif`.
#[derive(Debug, Serialize)]
pub struct GifReply {
    #[serde(rename = "as")]
    form: Form,
    first: u64,
    last: u64,
    every: u32,
    pictures: u32,
    stills: usize,
    width: usize,
    height: usize,
    bytes: usize,
    seconds: f64,
    true_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip)]
    file: Vec<u8>,
}

impl Answer for GifReply {
    fn text(&self) -> String {
        let path = match &self.path {
            Some(path) => format!("written to {path}"),
            None => "attached".to_string(),
        };
        let slower = match self.seconds > self.true_seconds * 1.02 {
            true => format!(
                "; plays in {:.2} s instead of {:.2} s, as GIF delays are 1/100 s and at least 2; every=2 keeps the true speed",
                self.seconds, self.true_seconds
            ),
            false => format!("; {:.2} s", self.seconds),
        };
        format!(
            "frames {} to {}, every {}: {}, {} of them different, {} x {}, {} bytes, {path}{slower}",
            self.first,
            self.last,
            self.every,
            render::counted(u64::from(self.pictures), "picture"),
            self.stills,
            self.width,
            self.height,
            self.bytes
        )
    }

    fn attachments(&self) -> Vec<Attachment> {
        match &self.path {
            Some(_) => Vec::new(),
            None => vec![Attachment {
                mime: self.form.mime().to_string(),
                bytes: self.file.clone(),
            }],
        }
    }
}

impl Form {
    fn extension(self) -> &'static str {
        match self {
            Form::Apng => "png",
            Form::Gif => "gif",
            Form::Y4m => "y4m",
        }
    }

    fn mime(self) -> &'static str {
        match self {
            Form::Apng => "image/png",
            Form::Gif => "image/gif",
            Form::Y4m => "video/x-yuv4mpeg",
        }
    }

    /// Two for GIF, which can not show every frame at its true speed.
    fn usual_every(self) -> u32 {
        match self {
            Form::Gif => 2,
            Form::Apng | Form::Y4m => 1,
        }
    }
}

/// Extensions of the forms.
const EXTENSIONS: [(&str, Form); 4] = [
    ("png", Form::Apng),
    ("apng", Form::Apng),
    ("gif", Form::Gif),
    ("y4m", Form::Y4m),
];

/// Makes an animation of recent frames.
pub fn gif(context: &mut Context, args: GifArgs) -> Result<GifReply, CommandError> {
    let path = args.path.as_deref();
    let form = file_form::by_extension(path, args.form, Form::Apng, &EXTENSIONS)?;
    let session = &*context.session;
    let (first, last) = span(session, &args)?;
    let every = args.every.unwrap_or(form.usual_every());
    let film = shoot(session, (first, last), every, &args)?;
    let file = match form {
        Form::Apng => film.apng(),
        Form::Gif => film.gif(),
        Form::Y4m => film.y4m(),
    }
    .map_err(failed)?;
    let path = match &args.path {
        Some(path) => Some(context.write_file(path, form.extension(), &file)?),
        None if file.len() > MOST_ATTACHED => {
            return Err(CommandError::limit(format!(
                "the animation takes {} bytes, at most {MOST_ATTACHED} go with a reply; give a path, fewer frames or a smaller scale",
                file.len()
            )));
        }
        None => None,
    };
    Ok(reply(form, &film, (first, last), path, file))
}

fn reply(
    form: Form,
    film: &Film,
    (first, last): (u64, u64),
    path: Option<String>,
    file: Vec<u8>,
) -> GifReply {
    let true_seconds = film.seconds();
    let picture = film.stills.first().map(|still| &still.picture);
    GifReply {
        form,
        first,
        last,
        every: film.every,
        pictures: film.frames() / film.every,
        stills: film.stills.len(),
        width: picture.map_or(0, |picture| picture.width),
        height: picture.map_or(0, |picture| picture.height),
        bytes: file.len(),
        seconds: match form {
            Form::Gif => f64::from(film.gif_hundredths()) / 100.0,
            Form::Apng | Form::Y4m => true_seconds,
        },
        true_seconds,
        path,
        file,
    }
}

/// The frames asked for, first and last, all of them complete.
fn span(session: &Session, args: &GifArgs) -> Result<(u64, u64), CommandError> {
    let now = session.machine()?.position();
    let complete = replay::last_picture(&now)?;
    let last = past::frame(session, &args.to, replay::last_picture)?.min(complete);
    let from = match &args.from {
        Some(from) => Some(past::frame(session, from, replay::last_picture)?),
        None => None,
    };
    if from.is_some_and(|from| from > last) && args.frames.is_none() && last < complete {
        return Err(CommandError::bad_value(format!(
            "to lies before from: frame {last} is before frame {}",
            from.unwrap_or(last)
        )));
    }
    let kept = session.recent.frames().map_or(last, |kept| kept.0);
    // The first frame kept was not drawn from its first dot, except after power-on.
    let earliest = if kept == 0 { 0 } else { kept + 1 };
    let first = match (from, args.frames) {
        (Some(first), None) => first,
        (Some(first), Some(frames)) => {
            return check(first, (first + frames - 1).min(last), earliest);
        }
        (None, Some(frames)) => (last + 1).saturating_sub(frames),
        (None, None) => (last + 1).saturating_sub(USUAL_FRAMES).max(earliest),
    };
    check(first, last, earliest)
}

fn check(first: u64, last: u64, earliest: u64) -> Result<(u64, u64), CommandError> {
    if first < earliest || first > last {
        return Err(CommandError::new(
            "frame_not_kept",
            format!("frames {first} to {last} were asked for; {earliest} is the first kept whole"),
        ));
    }
    Ok((first, last))
}

fn shoot(
    session: &Session,
    (first, last): (u64, u64),
    every: u32,
    args: &GifArgs,
) -> Result<Film, CommandError> {
    let machine = session.machine()?;
    let area = super::cropped(args.crop.as_ref(), WIDTH, HEIGHT)?;
    let mut film = Film::new(machine.region(), every);
    let mut problem = None;
    let complete = film::shoot(
        &session.recent,
        machine,
        first,
        last,
        &mut |frame, pixels| {
            if (frame - first) % u64::from(every) == 0 {
                let picture = Picture {
                    width: WIDTH,
                    height: HEIGHT,
                    pixels,
                };
                problem = problem
                    .take()
                    .or(film.add(picture.part(area).scaled(args.scale)).err());
            }
        },
    );
    match problem {
        Some(error) => Err(failed(error)),
        None if !complete => Err(CommandError::new(
            "frame_not_kept",
            format!("frames {first} to {last} are not all kept"),
        )),
        None => Ok(film),
    }
}

fn failed(error: FilmError) -> CommandError {
    match error {
        FilmError::TooLarge => CommandError::limit(error.to_string()),
        error => CommandError::new("internal", error.to_string()),
    }
}
