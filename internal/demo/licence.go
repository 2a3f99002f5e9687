package demo

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"hawker/internal/clock"
	"hawker/internal/licence"
	"hawker/internal/trip"
	"hawker/internal/upload"
)

// checkDriver approves the licence of a trip's driver as its provider, once the trip is
// confirmed.
func (s *Staff) checkDriver(ctx context.Context, t tripView) error {
	if t.Licence == nil || t.Status != trip.Confirmed || t.Licence.Status != licence.Waiting {
		return nil
	}
	answer := map[string]any{"licence_id": t.Licence.ID, "approve": true}
	return s.crew.call(ctx, renterOf(t), http.MethodPost, fmt.Sprintf("/vendor/trips/%d/driver-licence", t.ID), answer, nil)
}

// giveLicence gives the sample customer a licence, before their first trip.
func (d TripHistoryDeps) giveLicence(ctx context.Context) error {
	at := clock.NewManual(d.Now.Add(-pastTrips[0].ago - time.Hour))
	g := licence.Given{Name: d.Contact.Name, Number: "PS-20-4471", ExpiresOn: d.Now.AddDate(6, 0, 0).Format(time.DateOnly)}
	for side, key := range map[string]*string{"Front": &g.Front, "Back": &g.Back} {
		content, err := sampleCard(side, g)
		if err != nil {
			return err
		}
		if *key, err = d.Uploads.Add(ctx, d.Shopper, upload.Licence, content); err != nil {
			return err
		}
	}
	return d.Trips.At(at).GiveLicence(ctx, d.Shopper, g)
}

// approve has the staff approve the licence of a trip, if it waits for that.
func (d TripHistoryDeps) approve(ctx context.Context, trips *trip.Service, placed trip.Details) error {
	states, err := trips.Licences(ctx, placed.Trip)
	if err != nil || states[placed.ID].Status != licence.Waiting {
		return err
	}
	_, err = trips.CheckLicence(ctx, d.Staff, placed.ID, trip.LicenceCheck{LicenceID: states[placed.ID].Licence.ID, Approve: true})
	return err
}

// The sample licence, in pixels before it is enlarged.
const (
	cardWidth, cardHeight = 215, 135
	cardScale             = 4
	lineHeight            = 16
)

var (
	paper = color.RGBA{0xea, 0xf1, 0xee, 0xff}
	band  = color.RGBA{0x0f, 0x6b, 0x5c, 0xff}
	ink   = color.RGBA{0x1d, 0x2b, 0x28, 0xff}
	shade = color.RGBA{0xb9, 0xc9, 0xc4, 0xff}
)

// sampleCard draws one side of a licence that nobody takes for a real one, as a PNG.
func sampleCard(side string, g licence.Given) ([]byte, error) {
	small := image.NewRGBA(image.Rect(0, 0, cardWidth, cardHeight))
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(small, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(small.Bounds(), paper)
	fill(image.Rect(0, 0, cardWidth, 24), band)
	writeText(small, "PORT SAFFRON LICENCE", 8, 17, color.White)
	left := 8
	if side == "Front" {
		fill(image.Rect(8, 34, 62, 100), shade)
		fill(image.Rect(26, 44, 44, 64), ink)
		fill(image.Rect(18, 70, 52, 100), ink)
		left = 70
	}
	for n, text := range []string{g.Name, g.Number, g.ExpiresOn, "SAMPLE - " + side} {
		writeText(small, text, left, 46+n*lineHeight, ink)
	}
	var b bytes.Buffer
	err := png.Encode(&b, enlarge(small))
	return b.Bytes(), err
}

func writeText(to draw.Image, text string, x, y int, c color.Color) {
	d := font.Drawer{Dst: to, Src: image.NewUniform(c), Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	d.DrawString(text)
}

func enlarge(small *image.RGBA) image.Image {
	large := image.NewRGBA(image.Rect(0, 0, cardWidth*cardScale, cardHeight*cardScale))
	for y := range cardHeight * cardScale {
		for x := range cardWidth * cardScale {
			large.SetRGBA(x, y, small.RGBAAt(x/cardScale, y/cardScale))
		}
	}
	return large
}
