//! Patch files: written ones make the target, and no bytes do harm.

use nescope::debugger::patches::{
    self, Format, PatchError, bps,
    ips::{self, Ips},
    ups,
};
use proptest::prelude::*;

fn ips_applied(patch: &[u8], source: &[u8]) -> Vec<u8> {
    let ips = Ips::parse(patch).expect("a patch");
    ips.apply(source, 0)
}

/// Puts the three checksums behind a body.
fn sealed(mut body: Vec<u8>, source: &[u8], target: &[u8]) -> Vec<u8> {
    for bytes in [source, target] {
        body.extend(crc32fast::hash(bytes).to_le_bytes());
    }
    let own = crc32fast::hash(&body);
    body.extend(own.to_le_bytes());
    body
}

#[test]
fn formats_are_told_by_their_first_bytes() {
    assert_eq!(Format::of(b"PATCHEOF"), Some(Format::Ips));
    assert_eq!(Format::of(b"BPS1"), Some(Format::Bps));
    assert_eq!(Format::of(b"UPS1..."), Some(Format::Ups));
    assert_eq!(Format::of(b"PATC"), None);
    assert_eq!(Format::of(b""), None);
}

#[test]
fn ips_has_records_repetitions_and_a_length_to_cut_to() {
    let patch = b"PATCH\0\0\x02\0\x03abc\0\0\x08\0\0\0\x04zEOF\0\0\x0A";
    assert_eq!(ips_applied(patch, b"0123456"), b"01abc56\0zz");
    assert_eq!(ips_applied(b"PATCHEOF", b"same"), b"same");
}

/// FORMATS: an offset of $454F46 reads as EOF.
#[test]
fn ips_never_writes_a_record_at_the_offset_that_reads_as_the_end() {
    const END: usize = 0x45_4F46;
    let source = vec![0u8; END + 70_000];
    let cases = [
        vec![END],
        (END..END + 40).collect::<Vec<_>>(),
        (END - 65_535..END + 5).collect(),
        vec![END - 1, END],
    ];
    for changed in cases {
        let mut target = source.clone();
        for (number, &at) in changed.iter().enumerate() {
            target[at] = 1 + (number % 250) as u8;
        }
        let patch = ips::create(&source, &target).expect("below 16 MiB");
        let parsed = Ips::parse(&patch).expect("our own patch");
        assert!(parsed.records.iter().all(|record| record.offset != END));
        assert!(parsed.apply(&source, 0) == target);
    }
}

#[test]
fn ips_reaches_sixteen_mebibytes_and_no_other_size() {
    assert!(ips::create(&[0; 4], &[0; 5]).is_none());
    let large = vec![0u8; (16 << 20) + 1];
    assert!(ips::create(&large, &large).is_none());
}

#[test]
fn the_right_alignment_of_an_ips_patch_fits_better() {
    let mut source = b"NES\x1A".to_vec();
    source.extend((0..2000u32).map(|i| (i * 7 / 3) as u8));
    for skip in [0, 16] {
        let mut target = source.clone();
        for byte in &mut target[500..540] {
            *byte ^= 0x55;
        }
        let patch = ips::create(&source[skip..], &target[skip..]).expect("a small file");
        let ips = Ips::parse(&patch).expect("our own patch");
        assert_eq!(ips.misfit(&source, skip), 0);
        assert_eq!(ips.apply(&source, skip), target);
    }
    let start = Ips::parse(b"PATCH\0\0\0\0\x02ABEOF").expect("a patch");
    assert!(
        start.misfit(&source, 0) > start.misfit(&source, 16),
        "over the magic number"
    );
}

/// Every action, as the specification words them: source read, target read, source copy,
/// target copy that overlaps itself.
#[test]
fn bps_does_all_four_actions() {
    let source = b"abcdefgh";
    let target = b"abXYghababab";
    let mut body = b"BPS1\x88\x8C\x82hi".to_vec();
    body.extend([0x80 | (1 << 2)]);
    body.extend([0x80 | (1 << 2) | 1, b'X', b'Y']);
    body.extend([0x80 | (1 << 2) | 2, 0x80 | (6 << 1)]);
    body.extend([0x80 | (1 << 2) | 2, 0x80 | (8 << 1) | 1]);
    body.extend([0x80 | (3 << 2) | 3, 0x80 | (6 << 1)]);
    let patch = sealed(body, source, target);
    assert_eq!(bps::apply(&patch, source).as_deref(), Ok(&target[..]));
    let wrong = bps::apply(&patch, b"abcdefgX");
    assert!(matches!(
        wrong,
        Err(PatchError::Checksum { what: "source", .. })
    ));
    let mut broken = patch.clone();
    broken[6] ^= 1;
    let wrong = bps::apply(&broken, source);
    assert!(matches!(
        wrong,
        Err(PatchError::Checksum { what: "patch", .. })
    ));
}

#[test]
fn bps_that_makes_another_file_than_it_says_is_refused() {
    let patch = sealed(b"BPS1\x82\x82\x80\x84".to_vec(), b"ab", b"xy");
    let wrong = bps::apply(&patch, b"ab");
    assert!(
        matches!(wrong, Err(PatchError::Checksum { what: "target", .. })),
        "{wrong:?}"
    );
}

#[test]
fn ups_works_both_ways() {
    let (source, target) = (b"abcdef", b"abXdefgh");
    let mixed = b'c' ^ b'X';
    let mut body = b"UPS1\x86\x88".to_vec();
    body.extend([0x82, mixed, 0, 0x82, b'g', b'h', 0]);
    let patch = sealed(body, source, target);
    assert_eq!(ups::apply(&patch, source).as_deref(), Ok(&target[..]));
    assert_eq!(ups::apply(&patch, target).as_deref(), Ok(&source[..]));
    assert!(ups::apply(&patch, b"abcdeX").is_err());
}

#[test]
fn sizes_beyond_the_bound_are_refused_before_anything_is_allocated() {
    let mut body = b"BPS1\x80".to_vec();
    body.extend([0x7F, 0x7F, 0x7F, 0x7F, 0xFF, 0x80]);
    let patch = sealed(body, b"", b"");
    assert!(matches!(
        bps::apply(&patch, b""),
        Err(PatchError::TooLarge(_))
    ));
    let mut body = b"UPS1\x80".to_vec();
    body.extend([0x7F; 12]);
    let patch = sealed(body, b"", b"");
    assert!(ups::apply(&patch, b"").is_err());
    let mut long = b"PATCH".to_vec();
    for _ in 0..2000 {
        long.extend([0, 0, 0, 0, 0, 0xFF, 0xFF, 1]);
    }
    assert!(matches!(Ips::parse(&long), Err(PatchError::TooLarge(_))));
}

fn edited() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let source = prop::collection::vec(any::<u8>(), 1..600);
    let edits = prop::collection::vec(
        (any::<prop::sample::Index>(), 1usize..30, any::<u8>()),
        0..12,
    );
    (source, edits).prop_map(|(source, edits)| {
        let mut target = source.clone();
        for (at, length, value) in edits {
            let start = at.index(target.len());
            let end = (start + length).min(target.len());
            target[start..end].fill(value);
        }
        (source, target)
    })
}

proptest! {
    #[test]
    fn what_is_written_makes_the_target((source, target) in edited()) {
        let patch = ips::create(&source, &target).expect("a small file");
        prop_assert_eq!(&ips_applied(&patch, &source), &target);
        let patch = bps::create(&source, &target);
        prop_assert_eq!(bps::apply(&patch, &source), Ok(target));
    }

    #[test]
    fn bps_takes_files_of_different_sizes(source: Vec<u8>, target: Vec<u8>) {
        let patch = bps::create(&source, &target);
        let sums = patches::checksums(&patch).expect("our own patch");
        prop_assert_eq!(sums.target, crc32fast::hash(&target));
        prop_assert_eq!(bps::apply(&patch, &source), Ok(target));
    }

    #[test]
    fn no_bytes_do_harm(body in prop::collection::vec(any::<u8>(), 0..200), source: Vec<u8>) {
        for magic in [&b"PATCH"[..], b"BPS1", b"UPS1"] {
            let mut patch = magic.to_vec();
            patch.extend(&body);
            if let Ok(ips) = Ips::parse(&patch) {
                let _ = (ips.apply(&source, 16), ips.misfit(&source, 16));
            }
            let _ = (bps::apply(&patch, &source), ups::apply(&patch, &source));
            let patch = sealed(patch, &source, &body);
            let _ = (bps::apply(&patch, &source), ups::apply(&patch, &source));
        }
    }

    #[test]
    fn steps_with_right_checksums_do_no_harm(
        steps in prop::collection::vec(0u8..=255, 0..60),
        size in 0u8..100,
    ) {
        let source = b"a source of some bytes";
        for magic in [&b"BPS1"[..], b"UPS1"] {
            let mut body = magic.to_vec();
            body.extend([0x80 | source.len() as u8, 0x80 | size & 0x7F, 0x80]);
            body.extend(&steps);
            let patch = sealed(body, source, b"");
            let _ = (bps::apply(&patch, source), ups::apply(&patch, source));
        }
    }
}
