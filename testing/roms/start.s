; Start-up code of the test programs, and the routines they share. `first` is where a
; program begins: at once, or after the PPU's warm-up. Results lie from $10 on; $00 says
; that the program is done.

bus = numbers                ; a write of n to bus+n meets n on the bus: no conflict

.org $E000
        .byte 0              ; the number of the bank
.org $E010
reset:  sei
        cld
        ldx #$FF
        txs
        lda #0
        sta $00
        lda #$40
        sta $4017
        lda #0
        sta $2000
        sta $2001
        sta $4010
        sta $4015
        jmp first

warm:   jsr vblank_start
        jsr vblank_start
        lda #0
        sta $2005
        sta $2005
        jmp program

done:   lda #1
        sta $00
        jmp *

; Keeps A at $10 and P at $11.
keep:   php
        sta $10
        pla
        sta $11
        rts

; Waits for the start of vertical blank.
vblank_start:
        bit $2002
@wait:  bit $2002
        bpl @wait
        rts

; Sets the video address to A * 256 + X.
address:
        bit $2002
        sta $2006
        stx $2006
        rts

; A screen full of solid tiles and sprite 0 on it at 100, 100; $41 is PPUMASK.
scene:  lda #$20
        ldx #$00
        jsr address
        lda #1
        ldx #0
        ldy #4
@tile:  sta $2007
        inx
        bne @tile
        dey
        bne @tile
        lda #$FF
@clear: sta $0400,x
        inx
        bne @clear
        lda #100
        sta $0400
        sta $0403
        lda #1
        sta $0401
        lda #0
        sta $0402
        lda #$1E
        sta $41
        rts

; Shows one frame of the scene, gives the two sprite flags at its end.
frame:  lda #0
        sta $2001
        jsr vblank_start
        lda #0
        sta $2003
        lda #4
        sta $4014
        lda #0
        sta $2005
        sta $2005
        sta $2000
        lda $41
        sta $2001
@clear: bit $2002            ; flags of the frame before
        bvs @clear
        jsr vblank_start
        lda $2002
        and #$60
        rts

; Puts X sprites side by side on line 50.
line_up:
        ldy #0
@next:  lda #50
        sta $0400,y
        iny
        iny
        iny
        iny
        dex
        bne @next
        rts

; Clocks lengths at once, by five-step mode.
clock:  lda #$C0
        sta $4017
        nop
        nop
        nop
        rts

; Keeps the length bits of the APU status at $10.
status: lda $4015
        and #$1F
        sta $10
        rts

; Waits for about 33,000 cycles, a little more than a frame.
long:   ldy #26
        ldx #0
@wait:  dex
        bne @wait
        dey
        bne @wait
        rts

strobe: lda #1
        sta $4016
        lda #0
        sta $4016
        rts

; Eight reads of a port in A, the first in bit 7.
read_port_1:
        ldx #8
@bit:   lda $4016
        lsr
        rol $40
        dex
        bne @bit
        lda $40
        rts
read_port_2:
        ldx #8
@bit:   lda $4017
        lsr
        rol $40
        dex
        bne @bit
        lda $40
        rts

; Keeps the numbers of the four 8 KiB banks at $10.
banks:  lda $8000
        sta $10
        lda $A000
        sta $11
        lda $C000
        sta $12
        lda $E000
        sta $13
        rts

; Keeps the numbers of the first and last 1 KiB of patterns at $14.
patterns:
        lda #$00
        ldx #$00
        jsr address
        lda $2007
        lda $2007
        sta $14
        lda #$1C
        ldx #$00
        jsr address
        lda $2007
        lda $2007
        sta $15
        rts

numbers:
        .byte $00,$01,$02,$03,$04,$05,$06,$07,$08,$09,$0A,$0B,$0C,$0D,$0E,$0F
        .byte $10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$1A,$1B,$1C,$1D,$1E,$1F
        .byte $20,$21,$22,$23
