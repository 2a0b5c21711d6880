//! What `cartridge_info` says of a music file.

use crate::nes::{
    boards::Board,
    cartridge::{Nsf, Song},
    machine::Machine,
    region::Region,
};
use serde::Serialize;

/// A music file's own part of the reply.
#[derive(Debug, Serialize)]
pub struct Music {
    title: String,
    artist: String,
    copyright: String,
    songs: u8,
    song: u16,
    chips: Vec<&'static str>,
    load: u16,
    init: u16,
    play: u16,
    period_ntsc: u16,
    period_pal: u16,
    both_regions: bool,
    banked: bool,
    irq: bool,
    init_stays: bool,
    no_play: bool,
    list: Vec<Song>,
}

impl Music {
    /// Of the machine's cartridge; `None` for a game.
    pub fn of(machine: &Machine) -> Option<Music> {
        let nsf: &Nsf = machine.rom().nsf.as_ref()?;
        let song = match &machine.cartridge().board {
            Board::Nsf(player) => player.song(),
            _ => nsf.first_song.into(),
        };
        Some(Music {
            title: nsf.title.clone(),
            artist: nsf.artist.clone(),
            copyright: nsf.copyright.clone(),
            songs: nsf.songs,
            song,
            chips: nsf.chips.names(),
            load: nsf.load,
            init: nsf.init,
            play: nsf.play,
            period_ntsc: nsf.period(Region::Ntsc),
            period_pal: nsf.period(Region::Pal),
            both_regions: nsf.both_regions,
            banked: nsf.banked,
            irq: nsf.irq,
            init_stays: nsf.init_stays,
            no_play: nsf.no_play,
            list: nsf.list.clone(),
        })
    }

    /// The lines of the rendering.
    pub fn lines(&self) -> Vec<String> {
        let label = usize::from(self.song).checked_sub(1);
        let label = label.and_then(|index| self.list.get(index)?.label.as_deref());
        let flags = [
            (self.banked, "bank switching"),
            (self.irq, "interrupts"),
            (self.init_stays, "INIT may stay"),
            (self.no_play, "no PLAY"),
            (self.both_regions, "NTSC and PAL"),
        ];
        let flags = flags.iter().filter(|(set, _)| *set).map(|(_, name)| *name);
        let extras: Vec<&str> = self.chips.iter().copied().chain(flags).collect();
        vec![
            format!("{} / {} / {}", self.title, self.artist, self.copyright),
            format!(
                "song {} of {}{}{}",
                self.song,
                self.songs,
                label.map_or(String::new(), |label| format!(" ({label})")),
                if self.songs > 1 {
                    "; machine_power song=N and machine_load play another"
                } else {
                    ""
                }
            ),
            format!(
                "load ${:04X}  INIT ${:04X}  PLAY ${:04X} every {} us (PAL {} us)",
                self.load, self.init, self.play, self.period_ntsc, self.period_pal
            ),
            match extras.is_empty() {
                true => "no expansion sound".to_string(),
                false => extras.join(", "),
            },
        ]
    }
}
