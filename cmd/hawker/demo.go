package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"hawker/internal/account"
	"hawker/internal/api/public"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/demo"
	"hawker/internal/page"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
	"hawker/web"
)

// demoCmd serves the demo town: into an empty folder it is put, on its own
// folder it continues, and any other folder it refuses.
type demoCmd struct {
	dataFlags
	serverFlags
	Seed  uint64  `default:"1" help:"The town's seed: the same seed is the same town."`
	Scale int     `default:"1" help:"How many times the catalogue; 7 is about 10,500 items."`
	Staff string  `default:"on" enum:"on,off" help:"Staff that confirm, cook and ride."`
	Pace  float64 `default:"1" help:"How fast the staff are; 2 is twice as fast."`
	Codes string  `name:"show-codes" default:"auto" enum:"on,off,auto" help:"Show codes to whoever asks for one, in the answer and in the outbox; auto: where nothing is really sent."`
}

// samples are the customers that the demo town always has.
var samples = []account.Sample{
	{Name: "Asha Rao", Email: "asha@port-saffron.example", Phone: "+12025550111", Password: "mango-lane-12"},
	{Name: "Tomas Lindqvist", Email: "tomas@port-saffron.example", Phone: "+12025550112", Password: "harbour-view-34"},
}

// Validate adds to the server's checks what only the demo has.
func (c *demoCmd) Validate() error {
	if c.Scale < 1 || c.Scale > 100 || c.Pace <= 0 {
		return errors.Join(c.serverFlags.Validate(), errors.New("scale is 1 to 100, pace above 0"))
	}
	if c.Codes == "on" && c.any() {
		return errors.Join(c.serverFlags.Validate(), errors.New("codes are only shown where no real service is set up: --show-codes=on contradicts the others"))
	}
	return c.serverFlags.Validate()
}

func (c *demoCmd) Run(e *env) (err error) {
	useLog(c.Log)
	if err := c.fill(e.ctx); err != nil {
		return err
	}
	services, err := c.open()
	if err != nil {
		return err
	}
	outbox := demo.NewOutbox(clock.System, c.showsCodes(), page.Styles(web.Dist()))
	a, err := newApp(e.ctx, c.dataFlags, c.serverFlags, c.town(services, outbox))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	if err := c.welcome(e, a); err != nil {
		return err
	}
	h, err := a.handler(page.Layers{os.DirFS(c.mediaDir()), demo.Media()})
	if err != nil {
		return err
	}
	if c.Staff == "on" {
		staff := &demo.Staff{Orders: a.orders, Clock: clock.System, Log: slog.Default(), Pace: c.Pace}
		a.run(staff.Run)
	}
	return a.serve(e.ctx, e, h)
}

// showsCodes tells whether codes are shown to whoever asks for one: in the answer
// and in the outbox.
func (c *demoCmd) showsCodes() bool { return c.Codes != "off" && !c.any() }

// town is the demo's: what nobody is set up to send goes to the outbox.
func (c *demoCmd) town(services outside, outbox *demo.Outbox) town {
	if services.mailer == nil {
		services.mailer = outbox.Mailer()
	}
	if services.texter == nil {
		services.texter = outbox.Texter()
	}
	t := town{outside: services, outbox: outbox, demo: true, codes: c.showsCodes()}
	for _, s := range samples {
		t.accounts = append(t.accounts, public.DemoAccount{Name: s.Name, Email: s.Email, Password: s.Password})
	}
	return t
}

// welcome sees to it that the sample customers are there, and says who they are.
func (c *demoCmd) welcome(e *env, a *app) error {
	fmt.Fprintln(e.stdout, "the demo's customers, to sign in as:")
	for _, s := range samples {
		if _, err := a.accounts.CreateSample(e.ctx, s); err != nil {
			return fmt.Errorf("make the sample customers: %w", err)
		}
		fmt.Fprintf(e.stdout, "  %-28s %s\n", s.Email, s.Password)
	}
	return nil
}

// fill puts the town into the database over connections of its own: what they
// took in memory goes with them.
func (c *demoCmd) fill(ctx context.Context) (err error) {
	d, err := db.Open(ctx, c.options())
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, d.Close())
		debug.FreeOSMemory()
	}()
	if err := db.Migrate(ctx, d); err != nil {
		return err
	}
	return demo.Fill(ctx, d, c.Seed, c.Scale, time.Now(), demoLoader{d})
}

// demoLoader puts the demo town into a database by the path of every import.
type demoLoader struct{ db *db.DB }

// Load has the pictures noted where they are: they are part of the program.
func (l demoLoader) Load(ctx context.Context, t *townfile.Town, media fs.FS, now time.Time) error {
	pictures, err := towndb.ReadIndex(media)
	if err != nil {
		return err
	}
	return towndb.Import(ctx, l.db, t, towndb.Options{Now: now, Pictures: pictures})
}

// Redate brings it to today.
func (l demoLoader) Redate(ctx context.Context, t *townfile.Town, now, loaded time.Time, shift time.Duration) error {
	return towndb.Redate(ctx, l.db, t, now, loaded, shift)
}
