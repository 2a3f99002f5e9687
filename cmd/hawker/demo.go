package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"runtime/debug"
	"time"

	"hawker/internal/account"
	"hawker/internal/api/public"
	"hawker/internal/clock"
	"hawker/internal/conversation"
	"hawker/internal/db"
	"hawker/internal/demo"
	"hawker/internal/order"
	"hawker/internal/page"
	"hawker/internal/purchase"
	"hawker/internal/staff"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
	"hawker/internal/trip"
	"hawker/web"
)

// demoCmd serves the demo town. It fills an empty folder, continues with its own folder,
// and refuses any other folder.
type demoCmd struct {
	dataFlags
	serverFlags
	Seed  uint64  `default:"1" help:"Seed of the town. The same seed generates the same town."`
	Scale int     `default:"1" help:"Size of the catalogue: 1 is about 1,500 items, 7 about 10,500."`
	Staff string  `default:"on" enum:"on,off" help:"Simulated staff that confirm, cook and deliver orders, and hand out the vehicles of trips."`
	Pace  float64 `default:"1" help:"Speed of the staff; 2 is twice as fast."`
	Codes string  `name:"show-codes" default:"auto" enum:"on,off,auto" help:"Show codes in responses and in the outbox. auto: if no real service is set up."`
}

// samples are the customers that the demo town always has.
var samples = []account.Sample{
	{Name: "Asha Rao", Email: "asha@port-saffron.example", Phone: "+12025550111", Password: "mango-lane-12"},
	{Name: "Tomas Lindqvist", Email: "tomas@port-saffron.example", Phone: "+12025550112", Password: "harbour-view-34"},
}

// staffSamples are the staff that the demo town always has. In their store, provider or zone they
// work beside the simulated staff.
var staffSamples = []struct {
	staff.NewMember
	store, provider, zone string // slugs
}{
	{staff.NewMember{Name: "Nadia Haddad", Email: "nadia@port-saffron.example", Role: staff.Admin, Password: "lighthouse-56"}, "", "", ""},
	{staff.NewMember{Name: "Sam Smash", Email: "sam@port-saffron.example", Role: staff.Vendor, Password: "copper-pan-78"}, "smash-and-sons", "", ""},
	{staff.NewMember{Name: "Iris Vale", Email: "iris@port-saffron.example", Role: staff.Rider, Phone: "+12025550170", Vehicle: "Cargo bike", Password: "green-bell-90"}, "", "", "old-town"},
	{staff.NewMember{Name: "Marco Quay", Email: "marco@port-saffron.example", Role: staff.Vendor, Password: "silver-anchor-23"}, "", sampleProvider, ""},
}

// sampleProvider is the slug of the provider whose vehicles the first sample customer rents,
// and which has a sample vendor.
const sampleProvider = "anchor-car-hire"

// Validate checks the server's flags and those of the demo.
func (c *demoCmd) Validate() error {
	if c.Scale < 1 || c.Scale > 100 || c.Pace <= 0 {
		return errors.Join(c.serverFlags.Validate(), errors.New("--scale must be 1 to 100, and --pace above 0"))
	}
	if c.Codes == "on" && c.any() {
		return errors.Join(c.serverFlags.Validate(), errors.New("codes are only shown where no real service is set up: --show-codes=on contradicts the others"))
	}
	return errors.Join(c.serverFlags.Validate(), c.dataFlags.Validate())
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
	a, err := newApp(e.ctx, c.dataFlags, c.serverFlags, c.extras(services, outbox))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	if err := c.createSamples(e, a); err != nil {
		return err
	}
	h, err := a.handler(page.Layers{media(a.files), page.FS(demo.Media())})
	if err != nil {
		return err
	}
	if c.Staff == "on" {
		crew := demo.NewStaff(demo.StaffDeps{
			API: a.calls, Accounts: a.staff, Conversations: a.conversations, Route: a.orders.Route, Clock: clock.System, Log: slog.Default(), Pace: c.Pace,
		})
		a.run(crew.Run)
	}
	return a.serve(e.ctx, e, h)
}

// showsCodes reports whether codes are shown in responses and in the outbox.
func (c *demoCmd) showsCodes() bool { return c.Codes != "off" && !c.any() }

// extras returns the demo's extras. Without a real service, messages go to the outbox.
func (c *demoCmd) extras(services externalServices, outbox *demo.Outbox) extras {
	if services.mailer == nil {
		services.mailer = outbox.Mailer()
	}
	if services.texter == nil {
		services.texter = outbox.Texter()
	}
	t := extras{externalServices: services, outbox: outbox, demo: true, codes: c.showsCodes()}
	for _, s := range samples {
		t.accounts = append(t.accounts, public.DemoAccount{Name: s.Name, Email: s.Email, Password: s.Password})
	}
	return t
}

// createSamples creates the missing sample customers and staff, and prints them all.
func (c *demoCmd) createSamples(e *env, a *app) error {
	fmt.Fprintln(e.stdout, "the demo's customers, to sign in as:")
	shoppers := make([]int64, len(samples))
	for i, s := range samples {
		created, err := a.accounts.CreateSample(e.ctx, s)
		if err != nil {
			return fmt.Errorf("create the sample customers: %w", err)
		}
		shoppers[i] = created.ShopperID
		fmt.Fprintf(e.stdout, "  %-28s %s\n", s.Email, s.Password)
	}
	if err := createSampleStaff(e, a); err != nil {
		return err
	}
	if err := addHistory(e.ctx, a, shoppers[0]); err != nil {
		return err
	}
	return addSampleApplications(e.ctx, a)
}

// addHistory gives the first sample customer past orders of the sample vendor's store,
// whose refunds the sample admin has decided, a parcel, and trips.
func addHistory(ctx context.Context, a *app, shopperID int64) error {
	admin, vendor := staffSamples[0], staffSamples[1]
	decider, err := a.staff.Find(ctx, admin.Email)
	if err != nil {
		return err
	}
	history := demo.HistoryDeps{
		DB: a.db, Orders: a.orders, Settings: a.settings, Rewards: a.rewards, Now: time.Now(), Shopper: shopperID,
		Name: samples[0].Name, Phone: samples[0].Phone, Store: vendor.store,
		Decider: order.Staff{ID: decider.ID, Name: decider.Name, Actor: order.ByAdmin},
	}
	if err := demo.AddHistory(ctx, history); err != nil {
		return fmt.Errorf("add the past orders of %s: %w", samples[0].Name, err)
	}
	if err := demo.AddParcel(ctx, history); err != nil {
		return fmt.Errorf("add the past parcel of %s: %w", samples[0].Name, err)
	}
	err = demo.AddTrips(ctx, demo.TripHistoryDeps{
		DB: a.db, Trips: a.trips, Carts: a.tripCarts, Uploads: a.uploads, Now: time.Now(), Shopper: shopperID,
		Contact: purchase.Contact{Name: samples[0].Name, Phone: samples[0].Phone}, Provider: sampleProvider,
		Staff: trip.Staff{ID: decider.ID, Name: decider.Name, Actor: trip.ByAdmin},
	})
	if err != nil {
		return fmt.Errorf("add the trips of %s: %w", samples[0].Name, err)
	}
	return addMessages(ctx, a, shopperID)
}

// addMessages gives the first sample customer a conversation with the sample vendor's store.
func addMessages(ctx context.Context, a *app, shopperID int64) error {
	customerID, err := db.One[int64](ctx, a.db.R, `SELECT id FROM customers WHERE shopper_id = $1`, shopperID)
	if err != nil {
		return err
	}
	vendor, err := a.staff.Find(ctx, staffSamples[1].Email)
	if err != nil {
		return err
	}
	err = demo.AddMessages(ctx, demo.PastMessagesDeps{
		DB: a.db, Conversations: a.conversations, Now: time.Now(), Customer: conversation.Party{CustomerID: customerID, ShopperID: shopperID},
		Vendor: conversation.Party{StaffID: vendor.ID, Role: staff.Vendor, StoreID: vendor.Store()},
	})
	if err != nil {
		return fmt.Errorf("add the messages of %s: %w", samples[0].Name, err)
	}
	return nil
}

// createSampleStaff creates the missing sample staff, and prints them all.
func createSampleStaff(e *env, a *app) error {
	fmt.Fprintln(e.stdout, "and its staff, to sign in as at /desk:")
	for _, s := range staffSamples {
		if err := addStaffSample(e, a, s.NewMember, s.store, s.provider, s.zone); err != nil {
			return fmt.Errorf("create the sample staff: %w", err)
		}
		fmt.Fprintf(e.stdout, "  %-28s %-15s %s\n", s.Email, s.Password, s.Role)
	}
	return nil
}

// addStaffSample adds a member of staff, unless there is one with this e-mail.
func addStaffSample(e *env, a *app, m staff.NewMember, store, provider, zone string) (err error) {
	if _, err := a.staff.Find(e.ctx, m.Email); !errors.Is(err, staff.ErrUnknown) {
		return err
	}
	if m.StoreID, err = idOf(e, a.db, "stores", store); err != nil {
		return err
	}
	if m.ProviderID, err = idOf(e, a.db, "providers", provider); err != nil {
		return err
	}
	if m.ZoneID, err = idOf(e, a.db, "zones", zone); err != nil {
		return err
	}
	_, err = a.staff.Add(e.ctx, m)
	return err
}

// fill writes the town into the database. It uses separate connections, so that their
// memory is freed afterwards.
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

// demoLoader writes the demo town into a database with the code of imports.
type demoLoader struct{ db *db.DB }

// Load stores only the index of the pictures, which are part of the program.
func (l demoLoader) Load(ctx context.Context, t *townfile.Town, media fs.FS, now time.Time) error {
	pictures, err := townmedia.ReadIndex(media)
	if err != nil {
		return err
	}
	_, err = towndb.Import(ctx, l.db, t, towndb.Options{Now: now, Pictures: pictures})
	return err
}

// Redate implements demo.Loader.
func (l demoLoader) Redate(ctx context.Context, t *townfile.Town, now, loaded time.Time, shift time.Duration) error {
	return towndb.Redate(ctx, l.db, t, now, loaded, shift)
}
