; A small program for the command tests: a line of text, one sprite, a tone, a frame counter
; at $10, the pad's buttons at $11, a subroutine and an NMI handler.
.inesprg 1
.ineschr 1
.inesmap 0
.inesmir 1

frames = $10
pad = $11
ready = $12
sprites = $0200

.org $C000
reset:
        sei
        cld
        ldx #$FF
        txs
        inx
        stx $2000
        stx $2001
        bit $2002
@warm1: bit $2002
        bpl @warm1
@warm2: bit $2002
        bpl @warm2
        jsr load_palette
        jsr load_text
        lda #$3F
        sta sprites
        lda #$41
        sta sprites+1
        lda #$02
        sta sprites+2
        lda #$80
        sta sprites+3
        lda #$F8
        ldx #4
@hide:  sta sprites,x
        inx
        bne @hide
        lda #$01
        sta $4015
        lda #$BF
        sta $4000
        lda #$FD
        sta $4002
        lda #$00
        sta $4003
        sta $2005
        sta $2005
        lda #$80
        sta $2000
        lda #$1E
        sta $2001
        inc ready
forever:
        jsr idle
        jmp forever

idle:   ldy #3
@wait:  dey
        bne @wait
        rts

load_palette:
        lda #$3F
        sta $2006
        lda #$00
        sta $2006
        ldx #0
@next:  lda palette,x
        sta $2007
        inx
        cpx #32
        bne @next
        rts

load_text:
        lda #$20
        sta $2006
        lda #$42
        sta $2006
        ldx #0
@next:  lda text,x
        beq @done
        sta $2007
        inx
        bne @next
@done:  rts

nmi:    pha
        txa
        pha
        lda #0
        sta $2003
        lda #>sprites
        sta $4014
        inc frames
        lda #1
        sta $4016
        lsr a
        sta $4016
        ldx #8
@read:  lda $4016
        lsr a
        rol pad
        dex
        bne @read
        pla
        tax
        pla
irq:    rti

palette: .byte $0F,$30,$16,$2A, $0F,$11,$21,$31, $0F,$15,$25,$35, $0F,$19,$29,$39
        .byte $0F,$30,$16,$2A, $0F,$11,$21,$31, $0F,$15,$25,$35, $0F,$19,$29,$39
text:   .byte "HELLO NESCOPE", 0

.org $FFFA
        .word nmi, reset, irq

.chr 0
        .res 16*65
        .byte $18,$24,$42,$7E,$42,$42,$42,$00, 0,0,0,0,0,0,0,0
        .byte $7C,$42,$7C,$42,$42,$42,$7C,$00, 0,0,0,0,0,0,0,0
