package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"hawker/internal/demo"
	"hawker/internal/demo/town"
	"hawker/internal/page"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
)

// initCmd writes a town folder to begin from.
type initCmd struct {
	Dir       string  `arg:"" type:"path" help:"The folder to write: new, or empty."`
	Name      string  `required:"" help:"The name of the town or shop."`
	Email     string  `required:"" help:"Where shoppers write to."`
	Phone     string  `required:"" help:"Where shoppers call, such as +12025550100."`
	Country   string  `required:"" help:"Two letters, such as CL."`
	Currency  string  `required:"" help:"Three letters, such as CLP."`
	TimeZone  string  `required:"" help:"Such as America/Santiago."`
	Latitude  float64 `required:"" help:"Of the centre, in degrees."`
	Longitude float64 `required:"" help:"Of the centre, in degrees."`
	Radius    float64 `default:"3" help:"Of the zone with deliveries, in km, at most 100."`
}

func (c *initCmd) Run(e *env) error {
	entries, err := os.ReadDir(c.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty", c.Dir)
	}
	t, err := town.Empty(town.Own{
		Name: c.Name, Email: c.Email, Phone: c.Phone, Country: c.Country, Currency: c.Currency, TimeZone: c.TimeZone,
		Centre: townfile.Point{Lat: c.Latitude, Lng: c.Longitude}, Radius: c.Radius,
	})
	if err != nil {
		return err
	}
	if err := townfile.Write(c.Dir, t); err != nil {
		return err
	}
	if err := writePictures(e.ctx, c.Dir, t.PictureKeys()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, `wrote %s
Delivery is free until you change the tariffs in zones.jsonl. Then:
  hawker import %s --data …
  hawker serve --data …
`, c.Dir, c.Dir)
	return err
}

// writePictures writes those pictures of the demo town that are named. A program that was built
// without pictures writes none, and the import names them.
func writePictures(ctx context.Context, dir string, keys []string) error {
	all, err := townmedia.ReadIndex(demo.Media())
	if err != nil {
		return err
	}
	named := townmedia.Index{}
	for _, key := range keys {
		if p, known := all[key]; known {
			named[key] = p
		}
	}
	if len(named) == 0 {
		return nil
	}
	return townmedia.WriteFolder(ctx, filepath.Join(dir, townmedia.Folder), named, nil, page.FS(demo.Media()))
}
