// Package pmtiles serves the pictures of a map from one file in the PMTiles format,
// version 3. Only pictures (PNG, JPEG, WebP) are served, no vector tiles.
package pmtiles

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"sort"

	"hawker/internal/cache"
)

// File is an open file. Safe for concurrent use.
type File struct {
	file    *os.File
	header  header
	root    []entry
	leaves  *cache.Cache[section, []entry]
	version string // changes with the file
}

// section is a part of the file.
type section struct{ offset, length uint64 }

// Limits of what is read into memory.
const (
	maxTile    = 4 << 20 // bytes
	maxLeaves  = 500_000 // cached entries
	maxLevels  = 4       // directories on the way to a tile
	maxZoom    = 24
	headerSize = 127
)

// ErrNoTile means that the file does not have the tile.
var ErrNoTile = errors.New("there is no such tile")

// Open opens a file and checks that it can be served.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	opened, err := read(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return opened, nil
}

func read(f *os.File) (*File, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	text := make([]byte, headerSize)
	if _, err := f.ReadAt(text, 0); err != nil {
		return nil, errors.New("this is not a PMTiles file")
	}
	h, err := readHeader(text, uint64(info.Size()))
	if err != nil {
		return nil, err
	}
	version := fnv.New64a()
	_, _ = version.Write(text)
	fmt.Fprint(version, info.ModTime().UnixNano(), info.Size())
	opened := &File{
		file: f, header: h, version: fmt.Sprintf("%x", version.Sum64()),
		leaves: cache.New[section](cache.Options[[]entry]{Max: maxLeaves, Cost: func(d []entry) int { return len(d) }}),
	}
	opened.root, err = opened.directory(h.root)
	return opened, err
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// Zooms returns the lowest and the highest zoom level of the file.
func (f *File) Zooms() (lowest, highest int) { return f.header.minZoom, f.header.maxZoom }

// tile returns where a tile is, or ErrNoTile.
func (f *File) tile(zoom, x, y int) (section, error) {
	if zoom < f.header.minZoom || zoom > f.header.maxZoom || x < 0 || y < 0 || x >= 1<<zoom || y >= 1<<zoom {
		return section{}, ErrNoTile
	}
	id := tileID(zoom, x, y)
	directory := f.root
	for range maxLevels {
		e, ok := find(directory, id)
		switch {
		case !ok:
			return section{}, ErrNoTile
		case e.run > 0:
			return f.header.tiles.part(e.section, maxTile)
		}
		at, err := f.header.leaves.part(e.section, maxDirectory)
		if err != nil {
			return section{}, err
		}
		if directory, err = f.leaf(at); err != nil {
			return section{}, err
		}
	}
	return section{}, errors.New("the directories of the file are too deep")
}

// find returns the last entry up to the id, if it has the tile or leads to it.
func find(directory []entry, id uint64) (entry, bool) {
	at := sort.Search(len(directory), func(i int) bool { return directory[i].id > id }) - 1
	if at < 0 {
		return entry{}, false
	}
	e := directory[at]
	return e, e.run == 0 || id-e.id < e.run
}

// part returns a part of the section as a part of the file.
func (s section) part(of section, limit uint64) (section, error) {
	if of.length == 0 || of.length > limit || of.offset > s.length || of.length > s.length-of.offset {
		return section{}, errDamaged
	}
	return section{s.offset + of.offset, of.length}, nil
}

func (f *File) leaf(at section) ([]entry, error) {
	if d, ok := f.leaves.Get(at); ok {
		return d, nil
	}
	d, err := f.directory(at)
	if err == nil {
		f.leaves.Put(at, d)
	}
	return d, err
}

func (f *File) directory(at section) ([]entry, error) {
	text, err := decompress(io.NewSectionReader(f.file, int64(at.offset), int64(at.length)), f.header.isGzip)
	if err != nil {
		return nil, err
	}
	return readDirectory(text)
}

// tileID is the number of a tile: all tiles of lower zoom levels come first, and those of
// one level follow a Hilbert curve.
func tileID(zoom, x, y int) uint64 {
	id := (uint64(1)<<(2*zoom) - 1) / 3
	for half := 1 << zoom >> 1; half > 0; half >>= 1 {
		var right, lower int
		if x&half > 0 {
			right = 1
		}
		if y&half > 0 {
			lower = 1
		}
		id += uint64(half) * uint64(half) * uint64((3*right)^lower)
		if lower == 0 {
			if right == 1 {
				x, y = half-1-x&(half-1), half-1-y&(half-1)
			}
			x, y = y, x
		}
	}
	return id
}
