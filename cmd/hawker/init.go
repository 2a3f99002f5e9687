package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"hawker/internal/demo/town"
	"hawker/internal/townfile"
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
	Radius    float64 `default:"3" help:"Of the zone with deliveries, in km."`
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
	_, err = fmt.Fprintf(e.stdout, `wrote %s
Delivery is free until you change the tariffs in zones.jsonl. Then:
  hawker import %s --data …
  hawker serve --data …
`, c.Dir, c.Dir)
	return err
}
