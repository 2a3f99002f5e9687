package main

import (
	"context"
	"errors"
	"log/slog"

	"hawker/internal/demo"
	"hawker/internal/page"
)

// serveCmd serves the town in the data folder.
type serveCmd struct {
	dataFlags
	serverFlags
	backupFlags
}

// Validate returns all mistakes at once.
func (c *serveCmd) Validate() error {
	return errors.Join(c.serverFlags.Validate(), c.dataFlags.Validate(), c.backupFlags.Validate())
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
	if c.BackupTo != "" {
		b := backupWriter{db: a.db, files: a.files, key: c.BackupKey.Recipient, keep: c.BackupKeep, log: slog.Default()}
		a.metrics.Registry().MustRegister(backupMetrics{folder: c.BackupTo, every: c.BackupEvery, failed: &b.failed})
		a.run(func(ctx context.Context) { b.follow(ctx, c.BackupTo, c.BackupEvery) })
	}
	h, err := a.handler(page.Layers{media(a.files), page.FS(demo.EmptyStates())})
	if err != nil {
		return err
	}
	return a.serve(e.ctx, e, h)
}
