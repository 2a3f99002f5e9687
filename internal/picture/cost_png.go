package picture

import (
	"encoding/binary"
	"math"
)

// How many bytes one compressed byte expands to at most: with deflate, and with
// GIF's LZW, whose codes of 12 bits stand for at most 4,096 bytes.
const (
	deflateRatio = 1032
	lzwRatio     = 4096 * 8 / 12
)

// pngCost reads a PNG's header, and adds up the compressed bytes of its pixels.
func pngCost(content []byte) (cost, error) {
	const signature, header = 8, 13
	if len(content) < signature+8+header || string(content[signature+4:signature+8]) != "IHDR" {
		return cost{}, errDamaged
	}
	ihdr := content[signature+8:]
	width, height := binary.BigEndian.Uint32(ihdr), binary.BigEndian.Uint32(ihdr[4:])
	if width > math.MaxInt32 || height > math.MaxInt32 {
		return cost{}, errDamaged
	}
	c := cost{width: int(width), height: int(height)}
	depth, colour, interlaced := int(ihdr[8]), ihdr[9], ihdr[12] != 0
	if c.pixels() > townLimits.pixels { // the products below would overflow
		return c, nil
	}
	planes := map[byte]int{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
	row := (c.width*planes*depth + 7) / 8
	c.memory = c.pixels()*pngPixel(depth, colour) + 3*row // and buffers of some rows
	if interlaced {
		c.memory *= 2 // each pass is decoded into a separate picture
	}
	coded, others := pngChunks(content[signature:])
	if others > maxChunks {
		return cost{}, errDamaged
	}
	c.short = coded < c.height*row/deflateRatio
	return c, nil
}

// pngPixel returns how many bytes a decoded pixel takes at most.
func pngPixel(depth int, colour byte) int {
	const palette = 3
	switch {
	case depth > 8:
		return 8
	case colour == palette:
		return 1
	default:
		return 4
	}
}

// maxChunks is the limit of chunks without pixels, more than any program writes.
// image/png allocates 4 kB to skip each.
const maxChunks = 1000

// pngChunks adds up the bytes of the chunks with pixels, and counts the others.
func pngChunks(rest []byte) (coded, others int) {
	const frame = 12 // length, name and checksum
	for len(rest) >= frame {
		length := min(int(binary.BigEndian.Uint32(rest)), len(rest)-frame)
		if string(rest[4:8]) == "IDAT" {
			coded += length
		} else {
			others++
		}
		rest = rest[frame+length:]
	}
	return coded, others
}

// pixels returns the number of pixels, or the largest int.
func (c cost) pixels() int {
	if c.width > 0 && c.height > math.MaxInt/c.width {
		return math.MaxInt
	}
	return c.width * c.height
}
