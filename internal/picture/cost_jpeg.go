package picture

import "bytes"

// jpegCost reads a JPEG's headers, all scans included. It finds the same markers
// as image/jpeg does, so it misses no scan.
func jpegCost(content []byte) (cost, error) {
	j := jpegHeader{rest: content[2:]}
	for {
		marker, body, err := j.next()
		if err != nil {
			return cost{}, err
		}
		switch marker {
		case endOfImage:
			if j.scans == 0 {
				return cost{}, errDamaged
			}
			return j.total(), nil
		case adobe:
			j.rgb = j.rgb || len(body) >= 12 && bytes.HasPrefix(body, []byte("Adobe")) && body[11] == 0
		case baseline, extended, progressive:
			err = j.frame(marker, body)
		case startOfScan:
			err = j.scan(body)
		}
		if err != nil {
			return cost{}, err
		}
	}
}

// jpegHeader is what has been read so far.
type jpegHeader struct {
	cost
	rest        []byte
	progressive bool
	rgb         bool // the components are not brightness and colours
	components  []component
	mcus        int // units of blocks in the whole picture
}

// component is one colour component, such as the brightness.
type component struct {
	id     byte
	blocks int // of 8 × 8 pixels
}

// next returns the next segment. Like image/jpeg, it skips everything between
// segments, including coded pixels.
func (j *jpegHeader) next() (marker byte, body []byte, err error) {
	for {
		at := bytes.IndexByte(j.rest, 0xff)
		if at < 0 {
			return 0, nil, errDamaged
		}
		for at < len(j.rest) && j.rest[at] == 0xff {
			at++
		}
		if at == len(j.rest) {
			return 0, nil, errDamaged
		}
		j.rest = j.rest[at:]
		marker, j.rest = j.rest[0], j.rest[1:]
		if marker == endOfImage {
			return marker, nil, nil
		}
		if marker != 0 && (marker < restart0 || marker > restart7) {
			break
		}
	}
	length := 0
	if len(j.rest) >= 2 {
		length = int(j.rest[0])<<8 | int(j.rest[1])
	}
	if length < 2 || length > len(j.rest) {
		return 0, nil, errDamaged
	}
	body, j.rest = j.rest[2:length], j.rest[length:]
	return marker, body, nil
}

// frame reads the size and the components.
func (j *jpegHeader) frame(marker byte, body []byte) error {
	if j.components != nil || len(body) < 6 || len(body) != 6+3*int(body[5]) {
		return errDamaged
	}
	j.progressive = marker == progressive
	j.height, j.width = int(body[1])<<8|int(body[2]), int(body[3])<<8|int(body[4])
	params := body[6:]
	h, v := int(params[1]>>4), int(params[1]&15)
	if len(params) == 3 { // the sampling of a single component has no effect
		h, v = 1, 1
	}
	if h < 1 || h > 4 || v < 1 || v > 4 {
		return errDamaged
	}
	j.mcus = ((j.width + 8*h - 1) / (8 * h)) * ((j.height + 8*v - 1) / (8 * v))
	blocks := 0
	for ; len(params) >= 3; params = params[3:] {
		n := int(params[1]>>4) * int(params[1]&15)
		if len(body) == 6+3 {
			n = 1
		}
		j.components = append(j.components, component{id: params[0], blocks: n * j.mcus})
		blocks += n * j.mcus
	}
	j.memory = 64 * blocks
	if j.progressive {
		j.memory += 256 * blocks // all coefficients are kept until the last scan
		j.visits = blocks
	}
	j.rgb = j.rgb || len(j.components) == 3 && j.components[0].id == 'R' && j.components[1].id == 'G' && j.components[2].id == 'B'
	return nil
}

// total adds the cost of what image/jpeg does after the last scan.
func (j *jpegHeader) total() cost {
	c := j.cost
	if len(j.components) == 4 || j.rgb {
		c.memory += 4 * c.width * c.height // image/jpeg converts it once more
	}
	return c
}

// scan counts the blocks that a scan visits, and checks that it has enough bytes for
// them.
func (j *jpegHeader) scan(body []byte) error {
	if j.components == nil || len(body) < 4 || len(body) != 4+2*int(body[0]) {
		return errDamaged
	}
	blocks := 0
	for named := body[1 : len(body)-3]; len(named) > 0; named = named[2:] {
		for _, c := range j.components {
			if c.id == named[0] {
				blocks += c.blocks
			}
		}
	}
	first := body[len(body)-3] // the first of its coefficients; a picture begins with 0, the mean of each block
	if j.progressive && j.scans == 0 && first != 0 {
		return errDamaged
	}
	j.scans++
	j.visits += blocks
	// A mean takes at least one bit. Only a quarter of that is required, because blocks
	// outside the picture have none. Other coefficients need no minimum: one code can
	// skip many blocks.
	if !j.progressive || first == 0 {
		j.short = j.short || scanLength(j.rest) < blocks/32
	}
	return nil
}
