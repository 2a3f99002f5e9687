package picture_test

import (
	"bytes"
	"compress/lzw"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"strings"
)

// jpegOf builds a JPEG from a frame and scans. Its tables have one code, the bit 0,
// which stands for symbol.
type jpegOf struct {
	frame         byte   // 0xC0: baseline, 0xC2: progressive
	width, height uint16 //
	sampling      []byte // of each component, such as 0x22
	symbol        byte   // of the AC table
}

func (j jpegOf) bytes(scans ...[]byte) []byte {
	frame := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16([]byte{8}, j.height), j.width)
	frame = append(frame, byte(len(j.sampling)))
	for i, s := range j.sampling {
		frame = append(frame, byte(i+1), s, 0)
	}
	oneCode := "\x01" + strings.Repeat("\x00", 15)
	parts := [][]byte{
		{0xff, 0xd8},
		segment(0xdb, "\x00"+strings.Repeat("\x01", 64)),
		segment(0xee, "Adobe\x00\x64\x00\x00\x00\x00\x01"),
		segment(j.frame, string(frame)),
		segment(0xc4, "\x00"+oneCode+"\x00"),                   // DC: the mean does not change
		segment(0xc4, "\x10"+oneCode+string([]byte{j.symbol})), // AC: the other coefficients
	}
	return append(bytes.Join(append(parts, scans...), nil), 0xff, 0xd9)
}

// scan returns a scan: its header and its coded bytes.
func scan(components string, from, to, approximation byte, coded []byte) []byte {
	head := []byte{byte(len(components))}
	for _, c := range []byte(components) {
		head = append(head, c, 0)
	}
	return append(segment(0xda, string(append(head, from, to, approximation))), coded...)
}

// longRuns codes that some blocks are empty, 32,767 at a time. Each run has 15 bits:
// the code of the symbol 0xE0, then the length.
func longRuns(blocks int) []byte {
	var bits strings.Builder
	for ; blocks > 0; blocks -= 32767 {
		bits.WriteString("0" + strings.Repeat("1", 14))
	}
	return packed(bits.String())
}

// packed writes bits as a JPEG does: after a byte of ones comes a zero byte.
func packed(bits string) (b []byte) {
	bits += strings.Repeat("1", (8-len(bits)%8)%8)
	for ; bits != ""; bits = bits[8:] {
		var v byte
		for _, bit := range bits[:8] {
			v = v<<1 | byte(bit-'0')
		}
		b = append(b, v)
		if v == 0xff {
			b = append(b, 0)
		}
	}
	return b
}

var (
	grey     = []byte{0x11}
	yCbCr420 = []byte{0x22, 0x11, 0x11}
	yCbCr444 = []byte{0x11, 0x11, 0x11}
	cmyk     = []byte{0x11, 0x11, 0x11, 0x11}
)

// blocksOf counts the blocks of each component, and of all together.
func (j jpegOf) blocksOf() (each []int, all int) {
	h, v := int(j.sampling[0]>>4), int(j.sampling[0]&15)
	units := (int(j.width) + 8*h - 1) / (8 * h) * ((int(j.height) + 8*v - 1) / (8 * v))
	for _, s := range j.sampling {
		each = append(each, units*int(s>>4)*int(s&15))
		all += each[len(each)-1]
	}
	return each, all
}

// means returns a scan with the mean of every block, in that many bits each.
func (j jpegOf) means(to byte, bits int) []byte {
	_, all := j.blocksOf()
	return scan("\x01\x02\x03\x04"[:len(j.sampling)], 0, to, 0, make([]byte, (all*bits+7)/8))
}

// baseline returns a grey JPEG with one scan.
func baseline(width, height uint16, sampling []byte) []byte {
	j := jpegOf{frame: 0xc0, width: width, height: height, sampling: sampling}
	return j.bytes(j.means(63, 2))
}

// progressive returns a progressive JPEG with that many scans, of each component in
// turn. A scan of the mean comes first, or is missing.
func progressive(width, height uint16, sampling []byte, mean bool, scans int, approximation byte) []byte {
	j := jpegOf{frame: 0xc2, width: width, height: height, sampling: sampling, symbol: 0xe0}
	each, _ := j.blocksOf()
	var all [][]byte
	if mean {
		all = append(all, j.means(0, 1))
	}
	for i := range scans {
		c := i % len(each)
		all = append(all, scan(string([]byte{byte(c + 1)}), 1, 63, approximation, longRuns(each[c])))
	}
	return j.bytes(all...)
}

// chunk returns a chunk of a PNG.
func chunk(name string, body []byte) []byte {
	b := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), name...)
	b = append(b, body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// interlacedBytes returns how many bytes the seven passes of a PNG have.
func interlacedBytes(width, height, pixel int) (n int) {
	for _, pass := range [7][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
		w, h := (width-pass[0]+pass[2]-1)/pass[2], (height-pass[1]+pass[3]-1)/pass[3]
		n += h * (1 + w*pixel)
	}
	return n
}

// pngOf returns a PNG whose pixels are that many compressed zeros.
func pngOf(width, height uint32, depth, colour, interlaced byte, zeros int, between ...[]byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	parts := [][]byte{[]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, depth, colour, 0, 0, interlaced))}
	if colour == 3 {
		parts = append(parts, chunk("PLTE", make([]byte, 3)))
	}
	parts = append(parts, between...)
	return bytes.Join(append(parts, chunk("IDAT", deflated(zeros)), chunk("IEND", nil)), nil)
}

func deflated(zeros int) []byte {
	var b bytes.Buffer
	w, _ := zlib.NewWriterLevel(&b, zlib.BestCompression)
	for block := make([]byte, 1<<20); zeros > 0; zeros -= len(block) {
		_, _ = w.Write(block[:min(zeros, len(block))])
	}
	_ = w.Close()
	return b.Bytes()
}

// gifOf returns a GIF of some frames with the full size, each of that many zeros.
func gifOf(width, height uint16, frames, zeros int, interlaced bool) []byte {
	le := binary.LittleEndian
	b := le.AppendUint16(le.AppendUint16([]byte("GIF89a"), width), height)
	b = append(b, 0x80, 0, 0, 0, 0, 0, 255, 255, 255)
	var coded bytes.Buffer
	w := lzw.NewWriter(&coded, lzw.LSB, 2)
	_, _ = w.Write(make([]byte, zeros))
	_ = w.Close()
	var blocks []byte
	for rest := coded.Bytes(); len(rest) > 0; {
		n := min(255, len(rest))
		blocks, rest = append(append(blocks, byte(n)), rest[:n]...), rest[n:]
	}
	flags := byte(0)
	if interlaced {
		flags = 0x40
	}
	for range frames {
		b = append(b, '!', 0xfe, 3, 'h', 'e', 'y', 0, ',', 0, 0, 0, 0)
		b = append(le.AppendUint16(le.AppendUint16(b, width), height), flags, 2)
		b = append(append(b, blocks...), 0)
	}
	return append(b, ';')
}
