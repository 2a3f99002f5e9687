package picture

import (
	"errors"
	"fmt"
)

// limits bound what one picture may cost. Its headers are checked before anything is
// decoded, because a small file can expand to any number of pixels, and a
// progressive JPEG can visit each of them any number of times.
type limits struct {
	pixels int
	memory int // bytes that decoding may allocate
	visits int // of blocks of 8 × 8 pixels, by all scans of a JPEG together
}

// What a picture may cost. A town's pictures come from its owner. A portrait may
// come from anybody, so it costs at most 100 MB and a second.
var (
	townLimits     = limits{pixels: 40_000_000, memory: 400 << 20, visits: 40_000_000}
	portraitLimits = limits{pixels: 24_000_000, memory: 92 << 20, visits: 4_000_000}
)

// maxScans is more than any program writes: a progressive JPEG has about ten.
const maxScans = 64

// ErrPixels means that a picture would cost too much to decode.
var ErrPixels = errors.New("the picture is too large")

var errDamaged = errors.New("it is damaged: its header contradicts itself")

// errShort is returned for a file that is too short for its pixels.
var errShort = errors.New("it is damaged: it has fewer bytes than its pixels need")

// cost is what decoding a picture would cost, from its headers.
type cost struct {
	width, height int
	memory        int
	visits        int
	scans         int
	short         bool // the file is too short for its pixels
}

// check returns ErrPixels if the picture costs more than the limits allow, and
// errShort if it is too short for its pixels.
func (c cost) check(l limits) error {
	switch {
	case c.width < 1 || c.height < 1 || c.width > l.pixels/c.height:
		return fmt.Errorf("%w: it has %d × %d pixels, more than %d million", ErrPixels, c.width, c.height, l.pixels/1_000_000)
	case c.memory > l.memory:
		return fmt.Errorf("%w: decoding it takes %d MB, more than %d", ErrPixels, c.memory>>20, l.memory>>20)
	case c.scans > maxScans || c.visits > l.visits:
		return fmt.Errorf("%w: it is coded in %d scans", ErrPixels, c.scans)
	case c.short:
		return errShort
	}
	return nil
}
