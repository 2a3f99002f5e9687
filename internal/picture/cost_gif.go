package picture

import "encoding/binary"

// gifCost reads a GIF up to the data of its first picture, the only one that is
// decoded.
func gifCost(content []byte) (cost, error) {
	const header, descriptor = 13, 10
	if len(content) < header {
		return cost{}, errDamaged
	}
	c := cost{width: le16(content[6:]), height: le16(content[8:])}
	rest, ok := after(content[header:], colourTable(content[10]))
	for ok && len(rest) > 1 && rest[0] == '!' { // extensions: a label, then blocks
		rest, _, ok = gifBlocks(rest[2:])
	}
	if !ok || len(rest) < descriptor || rest[0] != ',' {
		return cost{}, errDamaged
	}
	pixels := le16(rest[5:]) * le16(rest[7:])
	c.memory = max(pixels, c.width*c.height)
	if rest[9]&0x40 != 0 {
		c.memory *= 2 // interlaced rows are sorted into a copy
	}
	if rest, ok = after(rest[descriptor:], colourTable(rest[9])+1); !ok { // 1: the width of its codes
		return cost{}, errDamaged
	}
	_, coded, _ := gifBlocks(rest)
	c.short = coded < pixels/lzwRatio
	return c, nil
}

// colourTable returns the length of a colour table, from its flags.
func colourTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// gifBlocks skips blocks, and returns how many bytes are in them. ok is false if the
// block that ends them is missing.
func gifBlocks(rest []byte) (after []byte, n int, ok bool) {
	for len(rest) > 0 {
		length := int(rest[0])
		if length == 0 {
			return rest[1:], n, true
		}
		if len(rest) <= length {
			break
		}
		n, rest = n+length, rest[1+length:]
	}
	return nil, n + max(len(rest)-1, 0), false
}

func after(content []byte, n int) ([]byte, bool) {
	if len(content) < n {
		return nil, false
	}
	return content[n:], true
}

func le16(b []byte) int { return int(binary.LittleEndian.Uint16(b)) }
