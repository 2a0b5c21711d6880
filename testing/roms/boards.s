; Small programs for boards. Every 8 KiB of PRG holds the same program, with its number in
; the first byte; every 1 KiB of CHR has its number in the first byte.

;;; nrom_mirrors_sixteen_kib [prg=2]: $10=$00 $11=$01 $12=$00 $13=$01
        jsr banks
;;; nrom_shows_thirty_two_kib [prg=4]: $10=$00 $11=$01 $12=$02 $13=$03
        jsr banks
;;; uxrom_switches_the_lower_half [mapper=2 prg=16 chr=0]: $10=$06 $11=$07 $12=$0E $13=$0F
        lda #3
        sta bus+3
        jsr banks
;;; cnrom_switches_chr [mapper=3 chr=32 warm]: $14=$10 $15=$17
        lda #2
        sta bus+2
        jsr patterns
;;; axrom_switches_everything [mapper=7 prg=16 chr=0]: $10=$08 $11=$09 $12=$0A $13=$0B
        lda #2
        sta bus+2
        jsr banks
;;; axrom_chooses_one_screen [mapper=7 prg=16 chr=0 warm]: $10=$77 $11=$00 $12=$77
        lda #$00
        sta bus+0
        lda #$77
        jsr poke
        lda #$10
        sta bus+$10
        lda #$00
        jsr poke
        lda #$00
        sta bus+0
        jsr peek
        sta $10
        lda #$10
        sta bus+$10
        jsr peek
        sta $11
        lda #$00
        sta bus+0
        jsr peek
        sta $12
        jmp done
poke:   pha
        lda #$24
        ldx #$05
        jsr address
        pla
        sta $2007
        rts
peek:   lda #$2C
        ldx #$05
        jsr address
        lda $2007
        lda $2007
        rts
;;; gxrom_switches_both [mapper=66 prg=16 chr=32 warm]: $10=$08 $13=$0B $14=$18 $15=$1F
        lda #$23
        sta bus+$23
        jsr banks
        jsr patterns
;;; color_dreams_has_them_the_other_way_round [mapper=11 prg=16 chr=64 warm]: $10=$04 $14=$10
        lda #$21
        sta bus+$21
        jsr banks
        jsr patterns
;;; bnrom_switches_everything [mapper=34 prg=16 chr=0]: $10=$0C $13=$0F
        lda #3
        sta bus+3
        jsr banks
;;; camerica_switches_at_c000 [mapper=71 prg=16 chr=0]: $10=$0A $12=$0E
        lda #5
        sta $C005
        jsr banks
;;; mmc1_powers_on_with_the_last_bank_fixed [mapper=1 prg=16 chr=32]: $12=$0E $13=$0F
        jsr banks
;;; mmc1_takes_five_writes [mapper=1 prg=16 chr=32]: $10=$06 $12=$0E
        lda #3
        jsr serial_prg
        jsr banks
        jmp done
serial_prg:
        sta $E010
        lsr
        sta $E010
        lsr
        sta $E010
        lsr
        sta $E010
        lsr
        sta $E010
        rts
;;; mmc1_forgets_writes_on_a_reset [mapper=1 prg=16 chr=32]: $10=$06
        lda #1
        sta $E010
        sta $E010
        lda #$80
        sta $E010
        lda #3
        sta $E010
        lsr
        sta $E010
        lsr
        sta $E010
        lsr
        sta $E010
        lsr
        sta $E010
        jsr banks
;;; mmc1_ignores_the_second_of_two_writes_in_a_row [mapper=1 prg=16 chr=32]: $10=$06
        lda #$FF             ; INC writes $FF back, a reset, then $00, which is ignored
        sta $20
        inc bytes_ff
        lda #3
        sta $E010
        lsr
        sta $E010
        lsr
        sta $E010
        lsr
        sta $E010
        lsr
        sta $E010
        jsr banks
        jmp done
bytes_ff:
        .byte $FF
;;; mmc1_switches_chr_in_four_kib [mapper=1 prg=16 chr=32 warm]: $14=$0C
        lda #$1C
        jsr control
        lda #3
        sta $A010
        lsr
        sta $A010
        lsr
        sta $A010
        lsr
        sta $A010
        lsr
        sta $A010
        jsr patterns
        jmp done
control:
        sta $8010
        lsr
        sta $8010
        lsr
        sta $8010
        lsr
        sta $8010
        lsr
        sta $8010
        rts
;;; mmc3_switches_eight_kib [mapper=4 prg=16 chr=64]: $10=$05 $11=$09 $12=$0E $13=$0F
        lda #6
        sta $8000
        lda #5
        sta $8001
        lda #7
        sta $8000
        lda #9
        sta $8001
        jsr banks
;;; mmc3_swaps_its_fixed_bank [mapper=4 prg=16 chr=64]: $10=$0E $11=$09 $12=$05 $13=$0F
        lda #$46
        sta $8000
        lda #5
        sta $8001
        lda #$47
        sta $8000
        lda #9
        sta $8001
        jsr banks
;;; mmc3_switches_chr_by_two_sizes [mapper=4 prg=4 chr=64 warm]: $14=$10 $15=$2A
        lda #0
        sta $8000
        lda #$11             ; the lowest bit does not count for two KiB
        sta $8001
        lda #5
        sta $8000
        lda #$2A
        sta $8001
        jsr patterns
;;; mmc3_has_ram_that_can_be_protected [mapper=4 prg=4 chr=8]: $10=$12 $11=$12
        lda #$80
        sta $A001
        lda #$12
        sta $6123
        lda $6123
        sta $10
        lda #$C0
        sta $A001
        lda #$34
        sta $6123
        lda $6123
        sta $11
;;; mmc3_counts_scanlines [mapper=4 prg=4 chr=8 warm]: $10=$01
        lda #0
        sta $10
        jsr scene
        lda #$08             ; sprites at $1000: one rise of A12 a line
        sta $2000
        jsr vblank_start
        lda #20
        sta $C000
        sta $C001
        sta $E000
        sta $E001
        lda #$1E
        sta $2001
        cli
        jsr vblank_start
        sei
        jmp done
irq:    inc $10
        sta $E000
        rti
;;; mmc3_irq_waits_for_its_enable [mapper=4 prg=4 chr=8 warm]: $10=$00
        lda #0
        sta $10
        jsr scene
        lda #$08
        sta $2000
        jsr vblank_start
        lda #20
        sta $C000
        sta $C001
        sta $E000
        lda #$1E
        sta $2001
        cli
        jsr vblank_start
        sei
        jmp done
irq:    inc $10
        sta $E000
        rti
;;; mmc2_switches_eight_kib [mapper=9 prg=16 chr=64]: $10=$05 $11=$0D $12=$0E $13=$0F
        lda #5
        sta $A000
        jsr banks
;;; mmc4_switches_sixteen_kib [mapper=10 prg=16 chr=64]: $10=$0A $11=$0B $12=$0E $13=$0F
        lda #5
        sta $A000
        jsr banks
;;; battery_ram_answers_at_6000 [mapper=1 battery prg=4 chr=8]: $10=$5A $11=$A5
        lda #$5A
        sta $6000
        lda #$A5
        sta $7FFF
        lda $6000
        sta $10
        lda $7FFF
        sta $11
