; Small programs for the PPU. They start after its warm-up, in vertical blank, rendering off.

;;; vblank_flag_clears_when_status_is_read [warm]: $10=$80 $11=$00
        jsr vblank_start
        lda #$80
        sta $10
        lda $2002
        and #$80
        sta $11
;;; video_reads_are_buffered [warm]: $10=$11 $11=$22
        jsr fill
        lda #$20
        ldx #$00
        jsr address
        lda $2007
        lda $2007
        sta $10
        lda $2007
        sta $11
        jmp done
fill:   lda #$20
        ldx #$00
        jsr address
        lda #$11
        sta $2007
        lda #$22
        sta $2007
        rts
;;; palette_reads_are_not_buffered [warm]: $10=$15
        lda #$3F
        ldx #$05
        jsr address
        lda #$15
        sta $2007
        lda #$3F
        ldx #$05
        jsr address
        lda $2007
        and #$3F
        sta $10
;;; the_backdrop_cells_are_shared [warm]: $10=$21 $11=$12
        lda #$3F
        ldx #$10
        jsr address
        lda #$21
        sta $2007
        lda #$3F
        ldx #$00
        jsr address
        lda $2007
        and #$3F
        sta $10
        lda #$3F
        ldx #$0C
        jsr address
        lda #$12
        sta $2007
        lda #$3F
        ldx #$1C
        jsr address
        lda $2007
        and #$3F
        sta $11
;;; palette_cells_keep_six_bits [warm]: $10=$2A
        lda #$3F
        ldx #$01
        jsr address
        lda #$EA
        sta $2007
        lda #$3F
        ldx #$01
        jsr address
        lda $2007
        and #$3F
        sta $10
;;; the_palette_repeats_every_32_bytes [warm]: $10=$17
        lda #$3F
        ldx #$E3
        jsr address
        lda #$17
        sta $2007
        lda #$3F
        ldx #$03
        jsr address
        lda $2007
        and #$3F
        sta $10
;;; the_address_can_step_by_32 [warm]: $10=$33
        lda #$04
        sta $2000
        lda #$20
        ldx #$00
        jsr address
        lda #$11
        sta $2007
        lda #$33
        sta $2007
        lda #$00
        sta $2000
        lda #$20
        ldx #$20
        jsr address
        lda $2007
        lda $2007
        sta $10
;;; horizontal_mirroring_joins_left_and_right [warm]: $10=$44 $11=$00
        jsr mirrors
        jmp done
mirrors:
        lda #$20
        ldx #$07
        jsr address
        lda #$44
        sta $2007
        lda #$28
        ldx #$07
        jsr address
        lda #$00
        sta $2007
        lda #$24
        ldx #$07
        jsr address
        lda $2007
        lda $2007
        sta $10
        lda #$2C
        ldx #$07
        jsr address
        lda $2007
        lda $2007
        sta $11
        rts
;;; vertical_mirroring_joins_top_and_bottom [warm mirroring=1]: $10=$44 $11=$00
        lda #$20
        ldx #$07
        jsr address
        lda #$44
        sta $2007
        lda #$24
        ldx #$07
        jsr address
        lda #$00
        sta $2007
        lda #$28
        ldx #$07
        jsr address
        lda $2007
        lda $2007
        sta $10
        lda #$2C
        ldx #$07
        jsr address
        lda $2007
        lda $2007
        sta $11
;;; nametables_show_again_at_3000 [warm]: $10=$66
        lda #$30
        ldx #$09
        jsr address
        lda #$66
        sta $2007
        lda #$20
        ldx #$09
        jsr address
        lda $2007
        lda $2007
        sta $10
;;; status_resets_the_write_toggle [warm]: $10=$5C
        lda #$23
        sta $2006
        bit $2002
        lda #$21
        ldx #$05
        jsr address
        lda #$5C
        sta $2007
        lda #$21
        ldx #$05
        jsr address
        lda $2007
        lda $2007
        sta $10
;;; scroll_and_address_share_the_toggle [warm]: $10=$5D
        bit $2002
        lda #0
        sta $2005
        lda #$05
        sta $2006
        lda #$21
        sta $2006
        lda #$05
        sta $2006
        lda #$5D
        sta $2007
        lda #$21
        ldx #$05
        jsr address
        lda $2007
        lda $2007
        sta $10
;;; ppu_registers_repeat_every_8_bytes [warm]: $10=$6B
        lda #$20
        sta $3FFE
        lda #$11
        sta $200E
        lda #$6B
        sta $2017
        lda #$20
        ldx #$11
        jsr address
        lda $3007
        lda $2007
        sta $10
;;; write_only_registers_read_the_latch [warm]: $10=$9C $11=$1C
        lda #$9C
        sta $2003
        lda $2001
        sta $10
        lda $2002
        and #$1F
        sta $11
;;; chr_rom_is_not_written [warm]: $10=$FF
        lda #$00
        ldx #$10
        jsr address
        lda #$12
        sta $2007
        lda #$00
        ldx #$10
        jsr address
        lda $2007
        lda $2007
        sta $10
;;; chr_ram_is_written [warm chr=0]: $10=$12
        lda #$00
        ldx #$10
        jsr address
        lda #$12
        sta $2007
        lda #$00
        ldx #$10
        jsr address
        lda $2007
        lda $2007
        sta $10
;;; oam_writes_advance_and_reads_do_not [warm]: $10=$01 $11=$01 $12=$02
        lda #$40
        sta $2003
        lda #1
        sta $2004
        lda #2
        sta $2004
        lda #$40
        sta $2003
        lda $2004
        sta $10
        lda $2004
        sta $11
        lda #$41
        sta $2003
        lda $2004
        sta $12
;;; oam_attributes_lack_three_bits [warm]: $10=$E3
        lda #$02
        sta $2003
        lda #$FF
        sta $2004
        lda #$02
        sta $2003
        lda $2004
        sta $10
;;; oam_dma_starts_at_oamaddr_and_wraps [warm]: $10=$AA $11=$BB
        lda #$AA
        sta $0400
        lda #$BB
        sta $04FC
        lda #4
        sta $2003
        lda #4
        sta $4014
        lda #4
        sta $2003
        lda $2004
        sta $10
        lda #0
        sta $2003
        lda $2004
        sta $11
;;; nmi_comes_once_a_frame [warm]: $10=$03
        lda #0
        sta $10
        bit $2002
        lda #$80
        sta $2000
@wait:  lda $10
        cmp #3
        bne @wait
        lda #0
        sta $2000
        jmp done
nmi:    inc $10
        rti
;;; nmi_comes_at_once_when_enabled_in_vblank [warm]: $10=$01
        lda #0
        sta $10
        jsr vblank_poll
        lda #$80
        sta $2000
        nop
        nop
        jmp done
vblank_poll:                 ; reading the flag would clear it: count a frame instead
        jsr vblank_start
        ldy #23              ; 23 * 1282 + 23 * 5 = 29601 cycles, then a little
@outer: ldx #0
@inner: dex
        bne @inner
        dey
        bne @outer
        ldx #60
@rest:  dex
        bne @rest
        rts
nmi:    inc $10
        rti
;;; nmi_does_not_come_after_the_flag_was_read [warm]: $10=$00
        lda #0
        sta $10
        jsr vblank_start
        lda #$80
        sta $2000
        nop
        nop
        lda #0
        sta $2000
        jmp done
nmi:    inc $10
        rti
;;; sprite_0_hits_the_background [warm]: $10=$40
        jsr scene
        jsr frame
        sta $10
;;; sprite_0_does_not_hit_without_background [warm]: $10=$00
        jsr scene
        lda #$14
        sta $41
        jsr frame
        sta $10
;;; sprite_0_does_not_hit_without_sprites [warm]: $10=$00
        jsr scene
        lda #$0A
        sta $41
        jsr frame
        sta $10
;;; sprite_0_does_not_hit_at_the_last_column [warm]: $10=$00
        jsr scene
        lda #255
        sta $0403
        jsr frame
        sta $10
;;; sprite_0_does_not_hit_in_the_clipped_column [warm]: $10=$00
        jsr scene
        lda #0
        sta $0403
        lda #$18
        sta $41
        jsr frame
        sta $10
;;; sprite_0_hits_in_the_left_column_when_it_shows [warm]: $10=$40
        jsr scene
        lda #0
        sta $0403
        jsr frame
        sta $10
;;; sprite_0_does_not_hit_with_a_clear_tile [warm]: $10=$00
        jsr scene
        lda #2
        sta $0401
        jsr frame
        sta $10
;;; sprite_0_hits_from_behind_too [warm]: $10=$40
        jsr scene
        lda #$20
        sta $0402
        jsr frame
        sta $10
;;; sprite_0_does_not_hit_below_the_picture [warm]: $10=$00
        jsr scene
        lda #239
        sta $0400
        jsr frame
        sta $10
;;; eight_sprites_on_a_line_are_no_overflow [warm]: $10=$00
        jsr scene
        ldx #8
        jsr line_up
        jsr frame
        and #$20
        sta $10
;;; nine_sprites_on_a_line_overflow [warm]: $10=$20
        jsr scene
        ldx #9
        jsr line_up
        jsr frame
        and #$20
        sta $10
;;; the_flags_clear_on_the_pre_render_line [warm]: $10=$40 $11=$00
        jsr scene
        jsr frame
        sta $10
        lda #0
        sta $2001
@wait:  bit $2002
        bvs @wait
        lda $2002
        and #$60
        sta $11
;;; writes_before_the_warm_up_are_ignored: $10=$00
        lda #0
        sta $10
        lda #$80
        sta $2000
        jsr vblank_start
        jsr vblank_start
        lda #0
        sta $2000
        jmp done
nmi:    inc $10
        rti
