package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
)

// upright rotates a picture by the orientation in its metadata, which is removed
// afterwards.
func upright(img image.Image, content []byte) image.Image {
	o := orientation(content)
	if o < 2 {
		return img
	}
	from := image.NewNRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	draw.Draw(from, from.Bounds(), img, img.Bounds().Min, draw.Src)
	w, h := from.Rect.Dx(), from.Rect.Dy()
	to := image.NewNRGBA(image.Rect(0, 0, w, h))
	if o >= 5 {
		to = image.NewNRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			tx, ty := turned(o, x, y, w-1, h-1)
			copy(to.Pix[to.PixOffset(tx, ty):][:4], from.Pix[from.PixOffset(x, y):][:4])
		}
	}
	return to
}

// turned returns where a pixel moves. right and bottom are the largest coordinates.
func turned(orientation, x, y, right, bottom int) (tx, ty int) {
	switch orientation {
	case 2:
		return right - x, y
	case 3:
		return right - x, bottom - y
	case 4:
		return x, bottom - y
	case 5:
		return y, x
	case 6:
		return bottom - y, x
	case 7:
		return bottom - y, right - x
	default:
		return y, right - x
	}
}

// orientation returns the orientation in a JPEG's EXIF, 1 to 8 as in the standard. It
// returns 1, which is upright, if there is none.
func orientation(content []byte) int {
	if !bytes.HasPrefix(content, []byte("\xff\xd8")) {
		return 1
	}
	for rest := content[2:]; len(rest) >= 4 && rest[0] == 0xff && rest[1] != startOfScan; {
		length := int(binary.BigEndian.Uint16(rest[2:]))
		if length < 2 || len(rest) < 2+length {
			break
		}
		if exif, ok := bytes.CutPrefix(rest[4:2+length], []byte("Exif\x00\x00")); ok {
			return orientationIn(exif)
		}
		rest = rest[2+length:]
	}
	return 1
}

// orientationIn reads the first directory of a TIFF.
func orientationIn(tiff []byte) int {
	const header, entry, tag = 8, 12, 0x0112
	if len(tiff) < header {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if tiff[0] == 'M' {
		order = binary.BigEndian
	}
	at := order.Uint32(tiff[4:])
	if uint64(at)+2 > uint64(len(tiff)) {
		return 1
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < entry {
			return 1
		}
		if o := int(order.Uint16(entries[8:])); order.Uint16(entries) == tag && o >= 1 && o <= 8 {
			return o
		}
		entries = entries[entry:]
	}
	return 1
}
