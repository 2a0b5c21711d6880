; Small programs for the CPU. A section begins with its name and the bytes it must leave in
; memory; it runs after the start-up code of testing/roms.rs, with I set and D clear, and
; ends there too. P pushed by PHP has bits 4 and 5 set, so $34 is "only I"; at the start Z
; is set as well.

;;; adc_adds_the_carry: $10=$31 $11=$34
        lda #$10
        sec
        adc #$20
        jsr keep
;;; adc_overflows_upward: $10=$80 $11=$F4
        clc
        lda #$7F
        adc #1
        jsr keep
;;; adc_overflows_downward: $10=$7F $11=$75
        clc
        lda #$80
        adc #$FF
        jsr keep
;;; adc_wraps_to_zero: $10=$00 $11=$37
        clc
        lda #$FF
        adc #1
        jsr keep
;;; adc_has_no_decimal_mode: $10=$0A $11=$3C
        sed
        clc
        lda #$09
        adc #$01
        jsr keep
;;; sbc_borrows: $10=$F0 $11=$B4
        sec
        lda #$10
        sbc #$20
        jsr keep
;;; sbc_overflows: $10=$7F $11=$75
        sec
        lda #$80
        sbc #1
        jsr keep
;;; sbc_has_no_decimal_mode: $10=$0F $11=$3D
        sed
        sec
        lda #$10
        sbc #$01
        jsr keep
;;; cmp_of_equals: $11=$37
        lda #5
        cmp #5
        jsr keep
;;; cmp_of_less: $11=$B4
        lda #4
        cmp #5
        jsr keep
;;; cmp_is_unsigned_in_carry: $11=$B5
        lda #$90
        cmp #$01
        jsr keep
;;; cpx_and_cpy_compare_their_register: $10=$01 $11=$37
        lda #1
        ldx #7
        ldy #8
        cpx #7
        bne @end
        cpy #8
@end:   jsr keep
;;; and_ora_eor_combine_bits: $10=$5A $11=$34
        lda #$FF
        and #$0F
        ora #$50
        eor #$05
        jsr keep
;;; bit_copies_two_bits_and_tests_the_rest: $10=$01 $11=$F6
        lda #$C0
        sta $20
        lda #$01
        bit $20
        jsr keep
;;; asl_shifts_into_carry: $10=$02 $11=$35
        lda #$81
        asl
        jsr keep
;;; lsr_clears_negative: $10=$00 $11=$37
        lda #1
        lsr
        jsr keep
;;; rol_takes_the_carry_in: $10=$01 $11=$35
        sec
        lda #$80
        rol
        jsr keep
;;; ror_takes_the_carry_in: $10=$80 $11=$B5
        sec
        lda #1
        ror
        jsr keep
;;; shifts_work_in_memory: $20=$02 $21=$40 $22=$03 $23=$C0
        lda #$81
        sta $20
        sta $21
        sta $22
        sta $23
        asl $20
        lsr $21
        sec
        rol $22
        sec
        ror $23
;;; inc_and_dec_wrap: $20=$00 $21=$FF
        lda #$FF
        sta $20
        lda #0
        sta $21
        inc $20
        dec $21
;;; index_registers_wrap: $20=$00 $21=$FF
        ldx #$FF
        inx
        stx $20
        ldy #0
        dey
        sty $21
;;; transfers_set_flags_but_txs_does_not: $10=$80 $11=$B4 $20=$00
        lda #$80
        tax
        txa
        tay
        tya
        tsx
        stx $21
        ldx #0
        stx $20
        lda #$80
        ldx $21
        tay
        txs
        jsr keep
;;; flags_are_set_and_cleared_one_by_one: $11=$31
        sec
        cld
        cli
        lda #1
        sei
        cli
        jsr keep
        sei
;;; clv_clears_overflow: $10=$80 $11=$B4
        clc
        lda #$7F
        adc #1
        clv
        jsr keep
;;; php_pushes_bits_4_and_5: $10=$36
        php
        pla
        sta $10
;;; plp_takes_all_flags_but_those: $10=$FF $11=$30
        lda #$FF
        pha
        plp
        php
        pla
        sta $10
        lda #0
        pha
        plp
        php
        pla
        sta $11
        sei
;;; the_stack_wraps_in_page_one: $20=$01 $21=$02 $0100=$01 $01FF=$02
        tsx
        stx $22
        ldx #0
        txs
        lda #1
        pha
        lda #2
        pha
        pla
        sta $21
        pla
        sta $20
        ldx $22
        txs
;;; jsr_pushes_the_address_of_its_last_byte: $10=$00 $11=$00
here:   jsr sub
after:  jmp done
sub:    pla
        sec
        sbc #<(after - 1)
        sta $10
        pla
        sbc #>(after - 1)
        sta $11
        jmp done
;;; rti_pulls_flags_then_the_exact_address: $10=$C3 $20=$01
        lda #>back
        pha
        lda #<back
        pha
        lda #$C3
        pha
        rti
        jmp done
back:   php
        pla
        and #$CF
        sta $10
        sei
        lda #1
        sta $20
;;; jmp_indirect_does_not_leave_its_page: $20=$01
        lda #<good
        sta $02FF
        lda #>good
        sta $0200
        lda #>bad
        sta $0300
        jmp ($02FF)
bad:    jmp done
.align 256
good:   lda #1
        sta $20
;;; zero_page_indexing_wraps: $20=$77
        lda #$77
        sta $01
        ldx #$FF
        lda $02,x
        sta $20
;;; indexed_indirect_wraps_in_page_zero: $20=$66
        lda #$66
        sta $0321
        lda #$21
        sta $FF
        lda #$03
        sta $00
        ldx #$0F
        lda ($F0,x)
        ldx #0
        stx $00
        sta $20
;;; indirect_indexed_wraps_its_pointer: $20=$55
        lda #$55
        sta $0331
        lda #$21
        sta $FF
        lda #$03
        sta $00
        ldy #$10
        lda ($FF),y
        ldx #0
        stx $00
        sta $20
;;; absolute_indexing_crosses_pages: $20=$44 $21=$33
        lda #$44
        sta $0310
        lda #$33
        sta $0320
        ldx #$11
        lda $02FF,x
        sta $20
        ldy #$21
        lda $02FF,y
        sta $21
;;; indexing_wraps_at_the_end_of_memory: $20=$99
        lda #$99
        sta $05
        ldx #6
        lda $FFFF,x
        sta $20
;;; branches_go_both_ways_and_fall_through: $20=$0F
        lda #0
        sta $20
        clc
        bcs @bad
        bcc @one
@bad:   jmp done
@two:   lda #$0F
        sta $20
        jmp done
@one:   lda #0
        bne @bad
        beq @two
;;; brk_pushes_b_and_skips_a_byte: $10=$36 $20=$01
        brk #$00
        lda #1
        sta $20
        jmp done
irq:    pla
        pha
        sta $10
        rti
;;; brk_disables_interrupts: $10=$04
        cli
        brk #$00
        jmp done
irq:    php
        pla
        and #$04
        sta $10
        rti
;;; cli_takes_effect_after_the_next_instruction: $20=$01
        lda #0
        sta $4017
        sta $20
@wait:  dex
        bne @wait
        dey
        bne @wait
        cli
        inc $20
        inc $20
        jmp done
irq:    bit $4015
        lda $20
        sta $21
        sei
        jmp done
;;; cli_then_sei_lets_one_irq_through: $20=$01
        lda #0
        sta $4017
        sta $20
@wait:  dex
        bne @wait
        dey
        bne @wait
        cli
        sei
        nop
        jmp done
irq:    bit $4015
        inc $20
        rti
;;; work_ram_is_mirrored_three_times: $20=$5A $21=$5A $22=$5A
        lda #$5A
        sta $0123
        lda $0923
        sta $20
        lda $1123
        sta $21
        lda $1923
        sta $22
;;; unmapped_reads_give_the_open_bus: $20=$50 $21=$50
        lda $5000
        sta $20
        ldx #$10
        lda $50F0,x
        sta $21
;;; lax_loads_two_registers: $10=$55 $20=$55
        lda #$55
        sta $21
        lda #0
        lax $21
        stx $20
        jsr keep
;;; sax_stores_a_and_x_without_flags: $20=$30 $11=$34
        ldx #$3C
        lda #$F0
        bit $20
        sax $20
        lda #1
        sax $21
        jsr keep
;;; dcp_decrements_and_compares: $20=$0F $11=$37
        lda #$10
        sta $20
        lda #$0F
        dcp $20
        jsr keep
;;; isc_increments_and_subtracts: $10=$0F $20=$11 $11=$35
        lda #$10
        sta $20
        sec
        lda #$20
        isc $20
        jsr keep
;;; slo_shifts_and_ors: $10=$42 $20=$02 $11=$35
        lda #$81
        sta $20
        lda #$40
        slo $20
        jsr keep
;;; rla_rotates_and_ands: $10=$01 $20=$01 $11=$35
        lda #$80
        sta $20
        lda #$FF
        sec
        rla $20
        jsr keep
;;; sre_shifts_and_exclusive_ors: $10=$FE $20=$01 $11=$B5
        lda #$03
        sta $20
        lda #$FF
        sre $20
        jsr keep
;;; rra_rotates_and_adds: $10=$12 $20=$01 $11=$34
        lda #$03
        sta $20
        lda #$10
        clc
        rra $20
        jsr keep
;;; anc_copies_negative_to_carry: $10=$80 $11=$B5
        clc
        lda #$FF
        anc #$80
        jsr keep
;;; alr_ands_and_shifts: $10=$01 $11=$35
        lda #$FF
        alr #$03
        jsr keep
;;; arr_has_carry_and_overflow_of_its_own: $10=$E0 $11=$B5
        clv
        sec
        lda #$FF
        arr #$C0
        jsr keep
;;; axs_subtracts_from_a_and_x: $20=$08 $11=$35
        ldx #$0F
        lda #$FC
        axs #$04
        stx $20
        lda #1
        php
        pla
        and #$81
        ora #$34
        sta $11
;;; the_second_sbc_is_the_first: $10=$0F $11=$35
        sec
        lda #$10
        sbc.eb #$01
        jsr keep
;;; long_nops_skip_their_operands: $20=$07
        lda #0
        sta $20
        nop.80 #$FF
        inc $20
        nop.04 $20
        inc $20
        nop.0c a:$0020
        inc $20
        nop.1c a:$0020,x
        inc $20
        nop.14 $20,x
        inc $20
        nop.1a
        inc $20
        nop.fa
        inc $20
