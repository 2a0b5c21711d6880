; Small programs for the APU and the controller ports.

;;; a_length_write_starts_a_channel: $10=$0F
        lda #$0F
        sta $4015
        lda #$30
        sta $4000
        sta $4004
        sta $400C
        lda #$FF
        sta $4008
        lda #$08
        sta $4003
        sta $4007
        sta $400B
        sta $400F
        jsr status
;;; disabling_a_channel_stops_it_at_once: $10=$02
        lda #$0F
        sta $4015
        lda #$08
        sta $4003
        sta $4007
        lda #$02
        sta $4015
        jsr status
;;; a_disabled_channel_takes_no_length: $10=$00
        lda #0
        sta $4015
        lda #$08
        sta $4003
        lda #$01
        sta $4015
        jsr status
;;; five_step_mode_clocks_lengths_at_once: $10=$01 $11=$00
        jsr two
        jsr clock
        jsr status
        jsr clock
        lda $4015
        and #$1F
        sta $11
        jmp done
two:    lda #1
        sta $4015
        lda #0
        sta $4000
        lda #$18
        sta $4003
        rts
;;; a_halted_length_does_not_count: $10=$01
        lda #1
        sta $4015
        lda #$20
        sta $4000
        lda #$18
        sta $4003
        jsr clock
        jsr clock
        jsr clock
        jsr status
;;; the_shortest_table_lengths_are_10_and_2: $10=$01 $11=$00
        lda #1
        sta $4015
        lda #0
        sta $4000
        lda #$00
        sta $4003
        ldx #9
@nine:  jsr clock
        dex
        bne @nine
        jsr status
        jsr clock
        lda $4015
        and #$1F
        sta $11
;;; the_triangle_has_its_halt_in_bit_7: $10=$04
        lda #4
        sta $4015
        lda #$80
        sta $4008
        lda #$18
        sta $400B
        jsr clock
        jsr clock
        jsr status
;;; the_frame_counter_sets_its_flag_in_four_step_mode: $10=$40
        lda #0
        sta $4017
        jsr long
        lda $4015
        and #$40
        sta $10
;;; reading_status_clears_the_frame_flag: $10=$00
        lda #0
        sta $4017
        jsr long
        lda $4015
        lda $4015
        and #$40
        sta $10
;;; the_frame_flag_can_be_inhibited: $10=$00
        lda #$40
        sta $4017
        jsr long
        lda $4015
        and #$40
        sta $10
;;; five_step_mode_sets_no_frame_flag: $10=$00
        lda #$80
        sta $4017
        jsr long
        lda $4015
        and #$40
        sta $10
;;; inhibiting_clears_the_frame_flag: $10=$00
        lda #0
        sta $4017
        jsr long
        lda #$40
        sta $4017
        lda $4015
        and #$40
        sta $10
;;; the_frame_flag_interrupts: $10=$01
        lda #0
        sta $10
        sta $4017
        cli
        jsr long
        sei
        jmp done
irq:    inc $10
        lda #$40
        sta $4017
        rti
;;; a_sample_plays_to_its_end: $10=$10 $11=$00
        lda #$0F
        sta $4010
        lda #0
        sta $4012
        lda #1
        sta $4013
        lda #$10
        sta $4015
        lda $4015
        and #$10
        sta $10
        jsr long
        lda $4015
        and #$10
        sta $11
;;; a_looping_sample_does_not_end: $10=$10
        lda #$4F
        sta $4010
        lda #0
        sta $4012
        sta $4013
        lda #$10
        sta $4015
        jsr long
        lda $4015
        and #$10
        sta $10
        lda #0
        sta $4015
;;; the_end_of_a_sample_sets_its_flag: $10=$80 $11=$80 $12=$00
        jsr sample
        lda $4015
        and #$80
        sta $10
        lda $4015            ; reading does not clear it
        and #$80
        sta $11
        lda #0
        sta $4015
        lda $4015
        and #$80
        sta $12
        jmp done
sample: lda #$8F
        sta $4010
        lda #0
        sta $4012
        sta $4013
        lda #$10
        sta $4015
        jmp long
;;; clearing_the_sample_irq_enable_clears_the_flag: $10=$00
        lda #$8F
        sta $4010
        lda #0
        sta $4012
        sta $4013
        lda #$10
        sta $4015
        jsr long
        lda #$0F
        sta $4010
        lda $4015
        and #$80
        sta $10
;;; the_end_of_a_sample_interrupts: $10=$01
        lda #0
        sta $10
        lda #$8F
        sta $4010
        lda #0
        sta $4012
        sta $4013
        cli
        lda #$10
        sta $4015
        jsr long
        sei
        jmp done
irq:    inc $10
        lda #$0F
        sta $4010
        rti
;;; pads_report_a_first_and_right_last [hold1=A+Start+Right]: $10=$91
        jsr strobe
        jsr read_port_1
        sta $10
;;; the_second_pad_is_on_the_second_port [hold2=B+Up]: $10=$00 $11=$48
        jsr strobe
        jsr read_port_1
        sta $10
        jsr strobe
        jsr read_port_2
        sta $11
;;; after_eight_reads_a_pad_gives_ones [hold1=A]: $10=$80 $11=$FF
        jsr strobe
        jsr read_port_1
        sta $10
        jsr read_port_1
        sta $11
;;; a_strobed_pad_gives_a_again_and_again [hold1=A]: $10=$FF
        lda #1
        sta $4016
        jsr read_port_1
        sta $10
;;; the_upper_bits_of_a_port_are_open_bus: $10=$40
        jsr strobe
        lda $4016
        and #$E0
        sta $10
;;; both_pads_are_latched_together [hold1=Left hold2=Select]: $10=$02 $11=$20
        jsr strobe
        jsr read_port_1
        sta $10
        jsr read_port_2
        sta $11
