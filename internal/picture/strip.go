package picture

import (
	"encoding/binary"
	"errors"
)

var errParts = errors.New("it is damaged: its parts do not fit together")

// stripJPEG removes the metadata that cameras and programs write: EXIF, XMP, colour
// profiles, comments, and everything after the end.
func stripJPEG(content []byte) ([]byte, error) {
	stripped := append(make([]byte, 0, len(content)), content[:2]...)
	for rest := content[2:]; ; {
		if len(rest) < 2 || rest[0] != 0xff {
			return nil, errParts
		}
		marker := rest[1]
		switch marker {
		case 0xff: // a fill byte
			rest = rest[1:]
			continue
		case endOfImage:
			return append(stripped, 0xff, endOfImage), nil
		}
		length := 0
		if len(rest) >= 4 {
			length = int(binary.BigEndian.Uint16(rest[2:]))
		}
		if length < 2 || len(rest) < 2+length {
			return nil, errParts
		}
		part := rest[:2+length]
		rest = rest[2+length:]
		if marker == startOfScan {
			coded := scanLength(rest)
			part = part[: len(part)+coded : len(part)+coded]
			rest = rest[coded:]
		}
		if !isMetadata(marker) {
			stripped = append(stripped, part...)
		}
	}
}

// The JPEG markers that this package uses.
const (
	baseline, extended, progressive = 0xc0, 0xc1, 0xc2 // how the frame is coded

	restart0, restart7 = 0xd0, 0xd7

	startOfScan = 0xda
	endOfImage  = 0xd9
	app0, app15 = 0xe0, 0xef
	adobe       = 0xee // describes how colours are coded
	comment     = 0xfe
)

func isMetadata(marker byte) bool {
	return marker == comment || marker > app0 && marker <= app15 && marker != adobe
}

// scanLength returns the length of the coded pixels, which end at the next marker.
func scanLength(rest []byte) int {
	for i := 0; i+1 < len(rest); i++ {
		if next := rest[i+1]; rest[i] == 0xff && next != 0 && next != 0xff && (next < restart0 || next > restart7) {
			return i
		}
	}
	return len(rest)
}

// stripWebP keeps only the parts of a WebP that its image needs.
func stripWebP(content []byte) ([]byte, error) {
	stripped := append(make([]byte, 0, len(content)), content[:12]...)
	end := 8 + int(binary.LittleEndian.Uint32(content[4:]))
	if end < 12 || end > len(content) {
		return nil, errParts
	}
	for rest := content[12:end]; len(rest) > 0; {
		if len(rest) < 8 {
			return nil, errParts
		}
		length := int(binary.LittleEndian.Uint32(rest[4:]))
		padded := 8 + length + length%2
		if length < 0 || padded > len(rest) {
			return nil, errParts
		}
		switch string(rest[:4]) {
		case "VP8 ", "VP8L", "ALPH":
			stripped = append(stripped, rest[:padded]...)
		case "VP8X": // its first byte lists the parts; of those that are kept it lists only transparency
			at := len(stripped)
			stripped = append(stripped, rest[:padded]...)
			if length > 0 {
				stripped[at+8] &= 0x10
			}
		}
		rest = rest[padded:]
	}
	binary.LittleEndian.PutUint32(stripped[4:], uint32(len(stripped)-8))
	return stripped, nil
}
