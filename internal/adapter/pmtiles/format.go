package pmtiles

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

var errDamaged = errors.New("the file is damaged")

// maxDirectory is how many bytes a directory may have, also when it is decompressed.
const maxDirectory = 4 << 20

// header is what is used of the first bytes of a file.
type header struct {
	root, leaves, tiles section
	isGzip              bool // directories are compressed
	contentType         string
	minZoom, maxZoom    int
}

// contentTypes are the kinds of tiles that are pictures.
var contentTypes = map[byte]string{2: "image/png", 3: "image/jpeg", 4: "image/webp"}

// Numbers of the format.
const (
	compressionNone, compressionGzip = 1, 2
	typeVector                       = 1
)

func readHeader(text []byte, size uint64) (header, error) {
	if !bytes.HasPrefix(text, []byte("PMTiles")) {
		return header{}, errors.New("this is not a PMTiles file")
	}
	if text[7] != 3 {
		return header{}, fmt.Errorf("version %d of the format, want 3", text[7])
	}
	part := func(at int) section {
		return section{binary.LittleEndian.Uint64(text[at:]), binary.LittleEndian.Uint64(text[at+8:])}
	}
	h := header{root: part(8), leaves: part(40), tiles: part(56), isGzip: text[97] == compressionGzip, contentType: contentTypes[text[99]], minZoom: int(text[100]), maxZoom: int(text[101])}
	switch {
	case text[99] == typeVector:
		return header{}, errors.New("the file has vector tiles, and only pictures are supported: PNG, JPEG or WebP")
	case h.contentType == "":
		return header{}, errors.New("the tiles are neither PNG nor JPEG nor WebP")
	case text[97] != compressionNone && text[97] != compressionGzip:
		return header{}, errors.New("the directories are compressed, but not by gzip")
	case text[98] > compressionNone: // 0: unknown
		return header{}, errors.New("the pictures are compressed once more")
	case h.minZoom > h.maxZoom || h.maxZoom > maxZoom || h.root.length > maxDirectory:
		return header{}, errDamaged
	}
	for _, s := range []section{h.root, h.leaves, h.tiles} {
		if s.offset > size || s.length > size-s.offset {
			return header{}, errors.New("the file is not complete")
		}
	}
	return h, nil
}

// entry is a run of tiles with the same picture or, if run is 0, a leaf directory.
type entry struct {
	id, run uint64
	section
}

func decompress(r io.Reader, isGzip bool) ([]byte, error) {
	if isGzip {
		unzipped, err := gzip.NewReader(r)
		if err != nil {
			return nil, errDamaged
		}
		r = unzipped
	}
	text, err := io.ReadAll(io.LimitReader(r, maxDirectory+1))
	if err != nil || len(text) > maxDirectory {
		return nil, errDamaged
	}
	return text, nil
}

// readDirectory reads the columns: differences of the ids, runs, lengths and offsets. An
// offset is one too large, and 0 means behind the entry before.
func readDirectory(text []byte) ([]entry, error) {
	r := columns{text: text}
	n := r.next()
	if n > uint64(len(text))/4 { // each entry has at least four bytes
		return nil, errDamaged
	}
	d := make([]entry, n)
	var id uint64
	for i := range d {
		id += r.next()
		d[i].id = id
	}
	for i := range d {
		d[i].run = r.next()
	}
	for i := range d {
		d[i].length = r.next()
	}
	for i := range d {
		switch offset := r.next(); {
		case offset > 0:
			d[i].offset = offset - 1
		case i > 0:
			d[i].offset = d[i-1].offset + d[i-1].length
		default:
			return nil, errDamaged
		}
	}
	if r.failed {
		return nil, errDamaged
	}
	return d, nil
}

// columns reads numbers. After the end it returns 0.
type columns struct {
	text   []byte
	failed bool
}

func (c *columns) next() uint64 {
	n, size := binary.Uvarint(c.text)
	if size <= 0 {
		c.failed, c.text = true, nil
		return 0
	}
	c.text = c.text[size:]
	return n
}
