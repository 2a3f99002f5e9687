package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
	"testing"
)

// A picture that decodes has the size that the cost states, and takes no more memory.
func FuzzCost(f *testing.F) {
	img := image.NewNRGBA(image.Rect(0, 0, 20, 17))
	var asJPEG, asPNG, asGIF bytes.Buffer
	paletted := image.NewPaletted(img.Bounds(), color.Palette{color.White, color.Black})
	if jpeg.Encode(&asJPEG, img, nil) != nil || png.Encode(&asPNG, img) != nil || gif.Encode(&asGIF, paletted, nil) != nil {
		f.Fatal("a sample could not be made")
	}
	for _, sample := range []*bytes.Buffer{&asJPEG, &asPNG, &asGIF} {
		f.Add(sample.Bytes())
		f.Add(sample.Bytes()[:sample.Len()/2])
		f.Add(append(sample.Bytes(), 0xff, 0xda))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		c, ok := codecOf(content, append(portraits, codecs...))
		if !ok {
			return
		}
		cost, err := c.cost(content)
		if err != nil || cost.check(limits{pixels: 1_000_000, memory: 20_000_000, visits: 1_000_000}) != nil {
			return
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		img, err := c.decode(bytes.NewReader(content))
		runtime.ReadMemStats(&after)
		const beside = 5 << 20 // tables and buffers, and what other tests do
		if took := after.TotalAlloc - before.TotalAlloc; c.kind != WebP && took > uint64(cost.memory)+beside {
			t.Errorf("it took %d bytes, more than %d", took, cost.memory)
		}
		if err != nil {
			return
		}
		if size := img.Bounds().Size(); c.kind == GIF && (size.X > cost.width || size.Y > cost.height) ||
			c.kind != GIF && size != (image.Point{cost.width, cost.height}) {
			t.Errorf("its size is %v, not %d × %d", size, cost.width, cost.height)
		}
	})
}
