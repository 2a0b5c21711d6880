; NIGHT FLIGHT, the demo cartridge.
;
; A bird flies through a scrolling night. A flaps, Left and Right move, Start begins and
; pauses. Stars are worth ten points; a bat costs one of three lives.
;
; The image is this file followed by demo_graphics.s, both for nescope's own assembler.
; NROM, 16 KiB PRG, 8 KiB CHR, vertical mirroring: the world is two screens wide.

.inesprg 1
.ineschr 1
.inesmap 0
.inesmir 1

PPUCTRL   = $2000
PPUMASK   = $2001
PPUSTATUS = $2002
OAMADDR   = $2003
PPUSCROLL = $2005
PPUADDR   = $2006
PPUDATA   = $2007
OAMDMA    = $4014
SND_CHN   = $4015
JOY1      = $4016
JOY2      = $4017

BUTTON_A     = $80
BUTTON_START = $10
BUTTON_LEFT  = $02
BUTTON_RIGHT = $01

NMI_ON    = $80              ; both pattern tables at $0000, so that sprites have the font
SHOW      = $1A              ; everything, but no sprites in the left column
STARS     = 4                ; objects 0 to 3 are stars, the others bats
OBJECTS   = 7
FULL_LIVES = 3
ENTRY     = 272              ; where objects come in: 16 is the left edge of the screen
TOP       = 36               ; the bird's highest and lowest position
BOTTOM    = 191
GROUND    = 26               ; nametable row of the grass
SAFE_TIME = 90               ; frames without harm after a hit
TEMPO     = 8                ; frames of a step of the tune

TILE_STAR   = $80
TILE_DOT    = $81
TILE_HILL   = $82
TILE_RISE   = $83
TILE_FALL   = $84
TILE_GRASS  = $85
TILE_SOIL   = $86
TILE_BAR    = $87
TILE_MOON   = $88
TILE_BIRD   = $90
TILE_PRIZE  = $98
TILE_BAT    = $9A
TILE_SPLIT  = $9E

; ---------------------------------------------------------------- RAM

.org $0000
ready:       .res 1          ; set by the game, cleared by NMI when the frame is shown
frame_count: .res 1
mask:        .res 1          ; PPUMASK for the next frame
pad:         .res 1          ; buttons held: A B Select Start Up Down Left Right
pad_new:     .res 1          ; buttons pressed in this frame
pad_last:    .res 1
lives:       .res 1
score:       .res 6          ; one decimal digit a byte, the highest first
speed:       .res 1          ; pixels a frame, 1 to 3
paused:      .res 1
safe:        .res 1          ; frames left without harm
scroll:      .res 2          ; 0 to 511
player_x:    .res 1
player_y:    .res 1
player_sub:  .res 1          ; 1/256 pixels
fall:        .res 2          ; falling speed in 1/256 pixels a frame, signed
object_low:  .res OBJECTS    ; position, 16 is the left edge of the screen
object_high: .res OBJECTS
object_y:    .res OBJECTS
seed:        .res 2          ; never zero
step:        .res 1          ; step of the tune, 0 to 63
tempo:       .res 1
blip:        .res 1          ; frames left of the sound of a star,
boom:        .res 1          ; of a hit,
puff:        .res 1          ; of a flap
row:         .res 1
column:      .res 1
screen:      .res 1
height:      .res 1          ; of a hill; pixels of a step
next_sprite: .res 1
sprite_x:    .res 2
sprite_y:    .res 1
sprite_tile: .res 1
sprite_attr: .res 1
pointer:     .res 2

.org $0200
sprites:     .res 256        ; copied to OAM
.org $0300
queue:       .res 64         ; nametable writes: high, low, length, bytes; high 0 ends

; ---------------------------------------------------------------- start

.org $C000
reset:
        sei
        cld
        ldx #$40
        stx JOY2             ; no frame IRQ
        ldx #$FF
        txs
        inx
        stx PPUCTRL
        stx PPUMASK
        stx $4010            ; no DMC IRQ
        bit PPUSTATUS
@warm:  bit PPUSTATUS
        bpl @warm
        txa
@clear: sta $0000,x
        sta $0100,x
        sta $0200,x
        sta $0300,x
        sta $0400,x
        sta $0500,x
        sta $0600,x
        sta $0700,x
        inx
        bne @clear
@ready: bit PPUSTATUS
        bpl @ready
        lda #$0F
        sta SND_CHN
        lda #TEMPO
        sta tempo
        lda #1
        sta seed

; ---------------------------------------------------------------- title

title:
        jsr screen_off
        jsr draw_world
        ldx #0
@text:  jsr draw_text
        cpx #title_texts_end - title_texts
        bne @text
        lda #0
        sta scroll
        sta scroll+1
        sta safe
        sta fall+1
        lda #120
        sta player_x
        jsr screen_on
title_loop:
        jsr wait_frame
        jsr blink
        lda frame_count      ; the bird floats up and down
        lsr
        lsr
        and #31
        tax
        lda wave,x
        clc
        adc #150
        sta player_y
        jsr begin_sprites
        jsr draw_player
        jsr end_sprites
        jsr play_tune
        jsr play_effects
        lda pad_new
        and #BUTTON_START
        beq title_loop
        lda frame_count
        ora #1
        sta seed

; ---------------------------------------------------------------- game

new_game:
        lda #0
        ldx #5
@digit: sta score,x
        dex
        bpl @digit
        sta paused
        sta fall
        sta fall+1
        sta player_sub
        lda #FULL_LIVES
        sta lives
        lda #1
        sta speed
        lda #SAFE_TIME
        sta safe
        lda #48
        sta player_x
        lda #100
        sta player_y
        ldx #OBJECTS-1
@place: jsr spawn
        dex
        bpl @place
        jsr screen_off
        jsr draw_world
        ldx #status_text - title_texts
        jsr draw_text
        jsr screen_on
game_loop:
        jsr wait_frame
        lda pad_new
        and #BUTTON_START
        beq @unchanged
        lda paused
        eor #1
        sta paused
@unchanged:
        lda paused
        bne game_loop
        jsr move_world
        jsr move_player
        jsr move_objects
        jsr queue_status
        jsr begin_sprites
        jsr draw_player
        jsr draw_objects
        jsr end_sprites
        jsr play_tune
        jsr play_effects
        lda lives
        bne game_loop

; ---------------------------------------------------------------- game over

        lda #180             ; three seconds
        sta safe
over_loop:
        jsr wait_frame
        jsr queue_status
        jsr begin_sprites
        jsr draw_game_over
        jsr draw_objects
        jsr end_sprites
        jsr play_effects
        lda pad_new
        and #BUTTON_START
        bne @leave
        dec safe
        bne over_loop
@leave: jmp title

; ---------------------------------------------------------------- movement

move_world:
        lda frame_count      ; the hills move at half the speed of the objects
        lsr
        bcc @done
        lda scroll
        clc
        adc speed
        sta scroll
        lda scroll+1
        adc #0
        and #1
        sta scroll+1
@done:  rts

move_player:
        lda pad
        and #BUTTON_LEFT
        beq @right
        lda player_x
        cmp #18
        bcc @right
        dec player_x
        dec player_x
@right: lda pad
        and #BUTTON_RIGHT
        beq @flap
        lda player_x
        cmp #214
        bcs @flap
        inc player_x
        inc player_x
@flap:  lda pad_new
        and #BUTTON_A
        beq @fall
        lda #<-$0240
        sta fall
        lda #>-$0240
        sta fall+1
        lda #5
        sta puff
@fall:  lda fall             ; gravity
        clc
        adc #$20
        sta fall
        lda fall+1
        adc #0
        sta fall+1
        bmi @move
        cmp #3
        bcc @move
        lda #3
        sta fall+1
        lda #0
        sta fall
@move:  lda player_sub
        clc
        adc fall
        sta player_sub
        lda player_y
        adc fall+1
        sta player_y
        cmp #TOP
        bcc @high
        cmp #BOTTOM
        bcc @free
        lda #BOTTOM
        bne @stop
@high:  lda #TOP
@stop:  sta player_y
        lda #0
        sta fall
        sta fall+1
@free:  lda safe
        beq @done
        dec safe
@done:  rts

move_objects:
        ldx #OBJECTS-1
@next:  cpx #STARS           ; carry: bats fly one pixel faster
        lda speed
        adc #0
        sta height
        lda object_low,x
        sec
        sbc height
        sta object_low,x
        lda object_high,x
        sbc #0
        sta object_high,x
        bpl @alive
        jsr spawn
        jmp @skip
@alive: jsr touch
@skip:  dex
        bpl @next
        rts

; Puts object X to the right of the screen at a random height.
spawn:
        jsr random
        and #$7F
        clc
        adc #<ENTRY
        sta object_low,x
        lda #>ENTRY
        sta object_high,x
        txa                  ; at the start of a game they come one after another
        asl
        asl
        asl
        asl
        adc object_low,x
        sta object_low,x
        jsr random
        and #$7F
        clc
        adc #48
        cpx #STARS           ; bats come lower, down to the grass
        bcc @set
        adc #19
@set:   sta object_y,x
        rts

; A byte of a 16-bit shift register with feedback; uses Y.
random:
        ldy #8
@step:  lsr seed+1
        ror seed
        bcc @keep
        lda seed+1
        eor #$B4
        sta seed+1
@keep:  dey
        bne @step
        lda seed
        rts

; What happens when the bird meets object X.
touch:
        jsr locate
        lda sprite_x+1
        bne @far
        lda sprite_x
        cmp #240
        bcs @far
        cpx #STARS           ; a bat is four pixels wider on each side
        bcc @star
        adc #3
@star:  clc
        adc #4
        sec
        sbc #8
        sec
        sbc player_x
        bcs @right
        eor #$FF
        adc #1
@right: cmp #11
        bcs @far
        lda sprite_y
        sec
        sbc #4
        sec
        sbc player_y
        bcs @below
        eor #$FF
        adc #1
@below: cmp #10
        bcs @far
        cpx #STARS
        bcs @bat
        jsr collect
        jmp spawn
@bat:   lda safe
        bne @far
        lda #SAFE_TIME
        sta safe
        lda #24
        sta boom
        dec lives
@far:   rts

; Ten points; the game gets faster at 100 and at 300.
collect:
        ldy #4
@carry: lda score,y
        clc
        adc #1
        sta score,y
        cmp #10
        bcc @done
        lda #0
        sta score,y
        dey
        bpl @carry
@done:  lda #12
        sta blip
        ldy #1
        lda score+3
        beq @slow
        iny
        cmp #3
        bcc @slow
        iny
@slow:  lda score+2
        beq @set
        ldy #3
@set:   sty speed
        rts

; ---------------------------------------------------------------- sprites

; Sprite 0 marks the end of the status bar; the others follow it.
begin_sprites:
        ldy #3
@copy:  lda split_sprite,y
        sta sprites,y
        dey
        bpl @copy
        lda #4
        sta next_sprite
        rts

; Hides the sprites that were not used.
end_sprites:
        ldy next_sprite
        lda #$FF
@hide:  sta sprites,y
        iny
        iny
        iny
        iny
        bne @hide
        rts

; Adds one 8x8 sprite at sprite_x (16 bits), sprite_y; leaves X alone.
put_sprite:
        lda sprite_x+1
        bne @outside
        ldy next_sprite
        beq @outside
        lda sprite_y
        sta sprites,y
        lda sprite_tile
        sta sprites+1,y
        lda sprite_attr
        sta sprites+2,y
        lda sprite_x
        sta sprites+3,y
        iny
        iny
        iny
        iny
        sty next_sprite
@outside:
        inc sprite_tile
        lda sprite_x
        clc
        adc #8
        sta sprite_x
        bcc @done
        inc sprite_x+1
@done:  rts

draw_player:
        lda safe             ; blinks while it is safe
        and #4
        bne @done
        lda #0
        sta sprite_attr
        sta sprite_x+1
        lda frame_count      ; the wings beat, faster while it rises
        ldy fall+1
        bmi @beat
        lsr
@beat:  and #4
        clc
        adc #TILE_BIRD
        sta sprite_tile
        lda player_y
        sta sprite_y
        lda player_x
        sta sprite_x
        jsr put_sprite
        jsr put_sprite
        lda player_x
        sta sprite_x
        lda sprite_y
        clc
        adc #8
        sta sprite_y
        jsr put_sprite
        jmp put_sprite
@done:  rts

draw_objects:
        ldx #OBJECTS-1
@next:  jsr locate
        cpx #STARS
        bcs @bat
        lda #1
        sta sprite_attr
        lda frame_count      ; stars twinkle
        lsr
        lsr
        lsr
        lsr
        and #1
        clc
        adc #TILE_PRIZE
        sta sprite_tile
        jsr put_sprite
        jmp @drawn
@bat:   lda #2
        sta sprite_attr
        txa                  ; bats beat their wings one after another
        asl
        asl
        adc frame_count
        lsr
        lsr
        and #2
        clc
        adc #TILE_BAT
        sta sprite_tile
        jsr put_sprite
        jsr put_sprite
@drawn: dex
        bpl @next
        rts

; Where object X is on the screen: sprite_x (16 bits), sprite_y. Bats bob.
locate:
        lda object_low,x
        sec
        sbc #16
        sta sprite_x
        lda object_high,x
        sbc #0
        sta sprite_x+1
        lda object_y,x
        cpx #STARS
        bcc @set
        lda object_low,x
        lsr
        lsr
        and #31
        tay
        lda wave,y
        clc
        adc object_y,x
@set:   sta sprite_y
        rts

draw_game_over:
        ldx #0
        stx sprite_x+1
        lda #3
        sta sprite_attr
        lda #100
        sta sprite_y
@next:  lda over_letters,x
        beq @done
        sta sprite_tile
        lda over_places,x
        sta sprite_x
        jsr put_sprite
        inx
        bne @next
@done:  rts

; ---------------------------------------------------------------- nametables

screen_off:
        jsr wait_vblank
        lda #0
        sta PPUCTRL
        sta PPUMASK
        sta mask
        rts

; The next NMI turns rendering on.
screen_on:
        jsr begin_sprites
        jsr end_sprites
        lda #SHOW
        sta mask
        bit PPUSTATUS
        lda #NMI_ON
        sta PPUCTRL
        rts

; Both screens: status bar, sky, hills, ground, attributes and palettes.
draw_world:
        lda #$3F
        sta PPUADDR
        ldx #0
        stx PPUADDR
@color: lda palettes,x
        sta PPUDATA
        inx
        cpx #32
        bne @color
        lda #$5A             ; the same sky every time
        sta seed
        lda #0
        sta screen
@screen:
        lda screen
        asl
        asl
        ora #$20
        sta PPUADDR
        lda #0
        sta PPUADDR
        sta row
@row:   lda #0
        sta column
@cell:  jsr pick_tile
        sta PPUDATA
        inc column
        lda column
        cmp #32
        bne @cell
        inc row
        lda row
        cmp #30
        bne @row
        ldx #0               ; attributes: eight bytes of each value
@attr:  lda attributes,x
        ldy #8
@eight: sta PPUDATA
        dey
        bne @eight
        inx
        cpx #8
        bne @attr
        inc screen
        lda screen
        cmp #2
        bne @screen
; The moon.
        lda #$20
        sta PPUADDR
        lda #$D8
        sta PPUADDR
        ldx #TILE_MOON
        stx PPUDATA
        inx
        stx PPUDATA
        lda #$20
        sta PPUADDR
        lda #$F8
        sta PPUADDR
        inx
        stx PPUDATA
        inx
        stx PPUDATA
        rts

; The tile at row, column of screen.
pick_tile:
        lda row
        cmp #3
        beq @bar
        bcc @blank
        cmp #GROUND
        beq @grass
        bcs @soil
        lda screen           ; the hills' profile is 64 columns long
        lsr
        ror
        ror
        ror
        ora column
        tax
        lda #GROUND
        sec
        sbc row
        cmp hills,x
        beq @edge
        bcc @hill
        jsr random           ; sky
        cmp #6
        bcc @star
        cmp #20
        bcc @dot
@blank: lda #' '
        rts
@bar:   lda #TILE_BAR
        rts
@grass: lda #TILE_GRASS
        rts
@soil:  lda #TILE_SOIL
        rts
@hill:  lda #TILE_HILL
        rts
@star:  lda #TILE_STAR
        rts
@dot:   lda #TILE_DOT
        rts
@edge:  sta height
        lda hills-1,x
        cmp height
        bcc @rise
        lda hills+1,x
        cmp height
        bcs @hill
        lda #TILE_FALL
        rts
@rise:  lda #TILE_RISE
        rts

; Writes the text at X in the table: high, low, characters, 0. X then is behind it.
draw_text:
        lda title_texts,x
        sta PPUADDR
        inx
        lda title_texts,x
        sta PPUADDR
        inx
@char:  lda title_texts,x
        inx
        cmp #0
        beq @done
        sta PPUDATA
        bne @char
@done:  rts

; Queues PRESS START or blanks for the title.
blink:
        lda frame_count
        and #31
        bne @done
        ldx #0
        ldy #0
        lda frame_count
        and #32
        beq @copy
        ldy #blink_off - blink_on
@copy:  lda blink_on,y
        sta queue,x
        iny
        inx
        cpx #blink_off - blink_on
        bne @copy
@done:  rts

; Queues score and lives, every frame: a changed byte of RAM shows at once.
queue_status:
        lda #$20
        sta queue
        sta queue+9
        lda #$48
        sta queue+1
        lda #6
        sta queue+2
        ldx #5
@digit: lda score,x
        clc
        adc #'0'
        sta queue+3,x
        dex
        bpl @digit
        lda #$5C
        sta queue+10
        lda #1
        sta queue+11
        lda lives
        clc
        adc #'0'
        sta queue+12
        lda #0
        sta queue+13
        rts

; ---------------------------------------------------------------- frame

wait_vblank:
        lda PPUSTATUS        ; before the first NMI is on, wait for the flag
        lda mask
        bne @nmi
@flag:  bit PPUSTATUS
        bpl @flag
        rts
@nmi:   lda #1
        sta ready
@wait:  lda ready
        bne @wait
        rts

; Waits for the next frame, reads the pad, and sets the scroll below the status bar.
wait_frame:
        jsr wait_vblank
        jsr read_pad
@clear: bit PPUSTATUS        ; the hit of the frame before
        bvs @clear
@hit:   bit PPUSTATUS
        bvc @hit
        lda scroll
        sta PPUSCROLL
        lda #0
        sta PPUSCROLL
        lda scroll+1
        ora #NMI_ON
        sta PPUCTRL
        rts

read_pad:
        lda pad
        sta pad_last
        lda #1
        sta JOY1
        sta pad              ; the 1 falls out after eight reads
        lsr
        sta JOY1
@bit:   lda JOY1
        lsr
        rol pad
        bcc @bit
        lda pad_last
        eor #$FF
        and pad
        sta pad_new
        rts

nmi:
        pha
        txa
        pha
        tya
        pha
        inc frame_count
        lda ready
        beq @late            ; the game is not done with the frame
        lda #0
        sta OAMADDR
        lda #>sprites
        sta OAMDMA
        ldx #0
@entry: lda queue,x
        beq @sent
        sta PPUADDR
        lda queue+1,x
        sta PPUADDR
        ldy queue+2,x
@byte:  lda queue+3,x
        sta PPUDATA
        inx
        dey
        bne @byte
        inx
        inx
        inx
        bne @entry
@sent:  lda #0
        sta queue
        sta PPUSCROLL
        sta PPUSCROLL
        sta ready
        lda #NMI_ON
        sta PPUCTRL
        lda mask
        sta PPUMASK
@late:  pla
        tay
        pla
        tax
        pla
irq:    rti

; ---------------------------------------------------------------- sound

; Pulse 2 plays the tune, the triangle the bass.
play_tune:
        dec tempo
        bne @done
        lda #TEMPO
        sta tempo
        ldx step
        inx
        txa
        and #63
        sta step
        tax
        ldy melody,x
        beq @bass
        lda #$84             ; duty 50 %, decaying
        sta $4004
        lda #$08
        sta $4005
        lda notes_low-1,y
        sta $4006
        lda notes_high-1,y
        ora #$08
        sta $4007
@bass:  ldy bass,x
        beq @done
        lda #40              ; a sixth of a second
        sta $4008
        lda notes_low-1,y
        sta $400A
        lda notes_high-1,y
        ora #$08
        sta $400B
@done:  rts

; Pulse 1 is for stars, the noise for hits and flaps.
play_effects:
        lda blip
        beq @quiet
        dec blip
        lda blip
        ora #$B0
        sta $4000
        lda #$08
        sta $4001
        ldy #25              ; C5, then G5
        lda blip
        cmp #11
        beq @note
        ldy #32
        cmp #7
        bne @noise
@note:  lda notes_low-1,y
        sta $4002
        lda notes_high-1,y
        ora #$08
        sta $4003
        jmp @noise
@quiet: lda #$B0
        sta $4000
@noise: lda boom
        beq @puff
        dec boom
        lsr
        ora #$30
        sta $400C
        lda #$0C
        bne @period
@puff:  lda puff
        beq @off
        dec puff
        ora #$30
        sta $400C
        lda #$05
@period:
        sta $400E
        lda #$08
        sta $400F
        rts
@off:   lda #$30
        sta $400C
        rts

; ---------------------------------------------------------------- data

palettes:
        .byte $01,$28,$16,$30, $01,$21,$38,$30, $01,$0A,$1A,$30, $01,$07,$17,$2A
        .byte $01,$0F,$27,$30, $01,$17,$28,$38, $01,$0F,$14,$34, $01,$0F,$16,$30

attributes:
        .byte $00,$55,$55,$55,$AA,$AA,$FA,$FF

split_sprite:
        .byte 27, TILE_SPLIT, $20, 128

title_texts:
        .byte $21,$0A, "NIGHT FLIGHT", 0
        .byte $21,$49, "A NESCOPE DEMO", 0
        .byte $21,$AB, "PRESS START", 0
        .byte $21,$E5, "A FLAP   START PAUSE", 0
title_texts_end:
status_text:
        .byte $20,$42, "SCORE 000000        LIVES 3", 0

blink_on:
        .byte $21,$AB, 11, "PRESS START", 0
blink_off:
        .byte $21,$AB, 11, "           ", 0

over_letters:
        .byte "GAMEOVER", 0
over_places:
        .byte 88,98,108,118,136,146,156,166

wave:
        .byte 0,2,4,6,8,9,10,11,11,11,10,9,8,6,4,2
        .byte 0,<-2,<-4,<-6,<-8,<-9,<-10,<-11,<-11,<-11,<-10,<-9,<-8,<-6,<-4,<-2

; Heights of the hills; a column of 0 stands at both ends.
        .byte 0
hills:
        .byte 0,1,2,3,3,4,5,5,4,4,5,6,7,7,6,5,4,3,2,2,1,1,2,3,4,4,4,3,2,1,0,0
        .byte 0,0,1,1,2,3,4,5,6,6,7,8,8,7,6,6,5,4,3,3,4,5,5,4,3,2,1,1,0,1,1,0
        .byte 0

; Timer periods of the notes C3 to B5; note 1 is C3. The triangle sounds an octave lower.
notes_low:
        .byte $56,$26,$F9,$CE,$A6,$80,$5C,$3A,$1A,$FB,$DF,$C4
        .byte $AB,$93,$7C,$67,$52,$3F,$2D,$1C,$0C,$FD,$EF,$E1
        .byte $D5,$C9,$BD,$B3,$A9,$9F,$96,$8E,$86,$7E,$77,$70
notes_high:
        .byte $03,$03,$02,$02,$02,$02,$02,$02,$02,$01,$01,$01
        .byte $01,$01,$01,$01,$01,$01,$01,$01,$01,$00,$00,$00
        .byte $00,$00,$00,$00,$00,$00,$00,$00,$00,$00,$00,$00
; Steps of the tune by number of the note, 0 goes on.
melody:
        .byte 22,0,25,0,29,0,25,0, 22,0,25,0,30,0,29,0
        .byte 20,0,25,0,29,0,32,0, 27,0,24,0,20,0,24,0
        .byte 22,0,25,29,34,0,29,0, 30,0,29,0,25,0,22,0
        .byte 24,0,27,0,32,0,31,0, 29,0,0,0,24,0,20,0
bass:
        .byte 10,0,0,10,0,0,10,0, 6,0,0,6,0,0,6,0
        .byte 13,0,0,13,0,0,13,0, 8,0,0,8,0,0,8,0
        .byte 10,0,0,10,0,0,10,0, 6,0,0,6,0,0,6,0
        .byte 8,0,0,8,0,0,8,0, 5,0,0,5,0,0,8,0

.org $FFFA
        .word nmi, reset, irq
