package main

import (
	"errors"
	"os"

	"hawker/internal/demo"
	"hawker/internal/page"
)

// serveCmd serves the town in the data folder.
type serveCmd struct {
	dataFlags
	serverFlags
}

func (c *serveCmd) Run(e *env) (err error) {
	useLog(c.Log)
	services, err := c.open()
	if err != nil {
		return err
	}
	a, err := newApp(e.ctx, c.dataFlags, c.serverFlags, extras{externalServices: services})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	h, err := a.handler(page.Layers{os.DirFS(c.mediaDir()), demo.EmptyStates()})
	if err != nil {
		return err
	}
	return a.serve(e.ctx, e, h)
}
