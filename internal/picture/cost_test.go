package picture_test

import (
	"bytes"
	"errors"
	"image"
	"runtime"
	"syscall"
	"testing"
	"time"

	"hawker/internal/picture"
)

const maxUpload = 2 << 20

// spent measures CPU time and allocated bytes. Nothing else may run at the same time.
func spent(do func()) (cpu time.Duration, allocated uint64) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	from := cpuTime()
	do()
	cpu = cpuTime() - from
	runtime.ReadMemStats(&after)
	return cpu, after.TotalAlloc - before.TotalAlloc
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Any upload of at most 2 MB costs at most 100 MB and a second. The limit of memory
// is exact. The test allows five times the CPU time, for slow machines.
//
// It measures the whole process, so it does not run in parallel.
func TestPortrait_PROF03_noUploadCostsMoreThan100MBAndASecond(t *testing.T) {
	const accepted, refused = true, false
	noise := image.NewNRGBA(image.Rect(0, 0, 700, 700))
	for i := range noise.Pix {
		noise.Pix[i] = byte(i * i >> 3)
	}
	bomb := deflated(200 << 20)
	tests := []struct {
		name     string
		content  []byte
		accepted bool
	}{
		{"JPEG of noise", asJPEG(noise), accepted},
		{"half a JPEG", asJPEG(noise)[:20_000], refused},
		{"24 million pixels", baseline(6000, 4000, yCbCr420), accepted},
		{"24 million pixels in full colour", baseline(6000, 4000, yCbCr444), accepted},
		{"more than 24 million pixels", baseline(6001, 4000, yCbCr420), refused},
		{"one pixel wide", baseline(1, 65535, []byte{0x41, 0x11, 0x11}), accepted},
		{"CMYK", baseline(3500, 3200, cmyk), accepted},
		{"CMYK, 24 million pixels", baseline(6000, 4000, cmyk), refused},
		{"269 bytes that claim 400 MB", progressive(4898, 4898, yCbCr444, false, 3, 0), refused},
		{"269 bytes that claim 90 MB", jpegOf{frame: 0xc2, width: 4032, height: 3024, sampling: yCbCr420}.bytes(scan("\x01\x02\x03", 0, 0, 0, make([]byte, 80))), refused},
		{"1,000 scans without a mean", progressive(4800, 5000, grey, false, 1000, 0), refused},
		{"1,000 scans", progressive(2000, 2000, grey, true, 1000, 0), refused},
		{"1,000 scans of few pixels", progressive(64, 64, grey, true, 1000, 0), refused},
		{"60 scans of 12 million pixels", progressive(4032, 3024, yCbCr420, true, 60, 0), refused},
		{"a phone's photo, progressive", progressive(4032, 3024, yCbCr420, true, 9, 0), accepted},
		{"24 million pixels, progressive", progressive(6000, 4000, yCbCr420, true, 9, 0), refused},
		{"as many scans as are accepted", progressive(4000, 4000, grey, true, 14, 0), accepted},
		{"refined again and again", progressive(2000, 2000, grey, true, 60, 0x10), accepted},
		{"PNG of 23 million pixels", pngOf(4700, 4900, 8, 6, 0, 4900*(4700*4+1)), accepted},
		{"PNG of 16 bits", pngOf(3400, 3400, 16, 6, 0, 3400*(3400*8+1)), accepted},
		{"PNG of 16 bits, 24 million pixels", pngOf(4800, 5000, 16, 6, 0, 5000*(4800*8+1)), refused},
		{"PNG interlaced", pngOf(3300, 3300, 8, 6, 1, interlacedBytes(3300, 3300, 4)), accepted},
		{"PNG interlaced, 24 million pixels", pngOf(4800, 5000, 8, 6, 1, interlacedBytes(4800, 5000, 4)), refused},
		{"PNG of one row", pngOf(24_000_000, 1, 8, 6, 0, 1000), refused},
		{"PNG of a palette", pngOf(4800, 5000, 8, 3, 0, 5000*(4800+1)), accepted},
		{"PNG of few bytes", pngOf(4000, 5000, 8, 0, 0, 1000), refused},
		{"PNG that expands to more than its pixels", pngOf(100, 100, 8, 6, 0, 200<<20), refused},
		{"PNG with a profile that expands", pngOf(100, 100, 8, 6, 0, 100*401, chunk("iCCP", append([]byte("a\x00\x00"), bomb...))), accepted},
		{"PNG with a text that expands", pngOf(100, 100, 8, 6, 0, 100*401, chunk("zTXt", append([]byte("a\x00\x00"), bomb...))), accepted},
		{"PNG of many chunks", pngOf(100, 100, 8, 6, 0, 100*401, bytes.Repeat(chunk("teXt", nil), 100_000)), refused},
		{"half a PNG", pngOf(3400, 3400, 16, 6, 0, 1700*(3400*8+1)), refused},
		{"GIF of 24 million pixels", gifOf(4800, 5000, 1, 4800*5000, true), accepted},
		{"GIF of few bytes", gifOf(4800, 5000, 1, 1000, false), refused},
		{"GIF of thousands of frames", gifOf(300, 300, 4000, 300*300, false), accepted},
		{"GIF of a wide screen", gifOf(65535, 65535, 1, 1000, false), refused},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if len(tt.content) > maxUpload {
				t.Fatalf("it has %d bytes, more than an upload may have", len(tt.content))
			}
			var err error
			cpu, allocated := spent(func() { _, err = picture.Portrait(t.Context(), tt.content) })
			t.Logf("%d bytes: %v, %d MB, %v", len(tt.content), cpu.Round(time.Millisecond), allocated/1_000_000, err)
			if allocated > 100_000_000 {
				t.Errorf("it took %d MB", allocated/1_000_000)
			}
			if cpu > 5*time.Second {
				t.Errorf("it took %v of CPU", cpu)
			}
			if tt.accepted != (err == nil) {
				t.Errorf("accepted: %t, want %t: %v", err == nil, tt.accepted, err)
			}
			if err != nil && !errors.Is(err, picture.ErrPixels) && !errors.Is(err, picture.ErrFormat) {
				t.Error(err)
			}
		})
	}
}

// A town's own pictures have limits, too.
func TestMake_refusesWhatWouldCostTooMuch(t *testing.T) {
	t.Parallel()
	for name, content := range map[string][]byte{
		"1,000 scans": progressive(2000, 2000, grey, true, 1000, 0),
		"40 million pixels, in full colour, progressive": progressive(6300, 6300, yCbCr444, true, 3, 0),
	} {
		if _, _, err := picture.MakeForms(content); !errors.Is(err, picture.ErrPixels) {
			t.Errorf("%s made: %v", name, err)
		}
		if _, _, err := picture.Clean(content); !errors.Is(err, picture.ErrPixels) {
			t.Errorf("%s cleaned: %v", name, err)
		}
	}
}
