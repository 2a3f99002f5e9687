package setting_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/bus"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/recent"
	"hawker/internal/setting"
)

func edited() setting.Settings {
	s := setting.Defaults()
	s.Business = setting.Business{Name: "Port Saffron", SocialMedia: []setting.SocialLink{{Name: "facebook", Link: "https://example.com"}}}
	s.Currency = setting.Currency{Code: "BHD", Digits: 3, Symbol: " BD", SymbolRight: true}
	s.Location = setting.Location{Country: "US", TimeZone: "Indian/Maldives", Default: geo.Point{Lat: -11.4, Lng: 65.2}, Address: "Harbour"}
	s.Storefront.VegFilter = true
	s.Checkout.FreeDeliveryOver = 35_000
	s.Login.OTP = true
	s.Landing.Highlights = []setting.Highlight{{Title: "Fresh", Text: "Daily", Picture: "hero/landing"}}
	return s
}

func get(t *testing.T, s *setting.Service) setting.Settings {
	t.Helper()
	got, err := s.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestRead_returnsDefaultsUntilSaved(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		s := setting.New(open(t), clock.System, bus.NewLocal())
		if diff := cmp.Diff(setting.Defaults(), get(t, s)); diff != "" {
			t.Fatal(diff)
		}
		if err := s.Save(t.Context(), edited()); err != nil {
			t.Fatal(err)
		}
		got := get(t, s)
		if got.Version == 0 {
			t.Error("a save has no version")
		}
		got.Version = 0
		if diff := cmp.Diff(edited(), got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestSave_refusesAnOldVersion(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		s := setting.New(open(t), clock.System, bus.NewLocal())
		if err := s.Save(t.Context(), edited()); err != nil {
			t.Fatal(err)
		}
		mine, theirs := get(t, s), get(t, s)
		theirs.Checkout.RiderTips = true
		if err := s.Save(t.Context(), theirs); err != nil {
			t.Fatal(err)
		}
		mine.Business.Name = "Too late"
		if err := s.Save(t.Context(), mine); !errs.Is(err, errs.Conflict) {
			t.Fatalf("Save overwrote another change: %v", err)
		}
		if got := get(t, s); got.Business.Name != "Port Saffron" || !got.Checkout.RiderTips {
			t.Errorf("after the refused save: %+v", got)
		}
	})
}

func TestWrite_TRAP_M1_refusesOtherDigitsAfterTheFirstTariff(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		s := setting.New(d, clock.System, bus.NewLocal())
		if err := s.Save(t.Context(), edited()); err != nil {
			t.Fatalf("digits before there is a price: %v", err)
		}
		price(t, d)
		next := get(t, s)
		next.Currency.Digits = 2
		if err := s.Save(t.Context(), next); !errs.Is(err, errs.Conflict) || errs.From(err).Field != "digits" {
			t.Fatalf("digits changed under a price: %v", err)
		}
		next = get(t, s)
		next.Currency.Symbol = "BD "
		if err := s.Save(t.Context(), next); err != nil {
			t.Errorf("another symbol: %v", err)
		}
		next = get(t, s)
		next.Currency.Digits = 4
		if err := s.Save(t.Context(), next); !errs.Is(err, errs.Invalid) {
			t.Errorf("four decimals: %v", err)
		}
	})
}

// Stored amounts have no currency of their own.
func TestWrite_TRAP_M7_refusesAnotherCurrencyAfterTheFirstSale(t *testing.T) {
	t.Parallel()
	for name, sale := range map[string][]string{
		"an order": {`INSERT INTO purchases (kind) VALUES ('order')`},
		"a payment into a wallet": {
			`INSERT INTO ledger_transfers (id, kind, subject, created_at) VALUES (900, 'top_up', 'test:1', 0)`,
			`INSERT INTO ledger_entries (transfer_id, account, amount) VALUES (900, 'gateway', 500)`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
				d := open(t)
				s := setting.New(d, clock.System, bus.NewLocal())
				price(t, d)
				next := get(t, s)
				next.Currency.Code = "EUR"
				if err := s.Save(t.Context(), next); err != nil {
					t.Fatalf("another currency before there is a sale: %v", err)
				}
				for _, statement := range sale {
					catalogtest.Of(t, d).Exec(statement)
				}
				next = get(t, s)
				next.Currency.Code = "JOD"
				if err := s.Save(t.Context(), next); !errs.Is(err, errs.Conflict) || errs.From(err).Field != "code" {
					t.Fatalf("the currency changed under a sale: %v", err)
				}
				next = get(t, s)
				next.Currency.Symbol = "EUR "
				if err := s.Save(t.Context(), next); err != nil {
					t.Errorf("another symbol: %v", err)
				}
			})
		})
	}
}

// price writes the first amount of the town.
func price(t *testing.T, d *db.DB) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		for _, statement := range []string{
			`INSERT INTO zones (id, slug, name, polygon, area, time_zone, active) VALUES (1, 'z', 'Z', '[]', 1, 'UTC', TRUE)`,
			`INSERT INTO modules (id, slug, module_type, name, description, picture, position, active) VALUES (10, 'food', 'food', 'Food', '', '', 1, TRUE)`,
			`INSERT INTO tariffs (zone_id, module_id, per_km, minimum_charge, maximum_charge, surge_type, surge) VALUES (1, 10, 500, 0, 0, '', 0)`,
		} {
			if _, err := db.Exec(t.Context(), tx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An instance without the bus sees a save of another one after recent.MaxAge.
func TestService_seesASaveOfAnotherInstance(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(time.Unix(0, 0))
		here := setting.New(d, c, bus.NewLocal())
		other := setting.New(d, c, bus.NewLocal())
		get(t, other)
		if err := here.Save(t.Context(), edited()); err != nil {
			t.Fatal(err)
		}
		if get(t, here).Business.Name != "Port Saffron" {
			t.Error("the instance that saved shows old settings")
		}
		c.Advance(recent.MaxAge - time.Millisecond)
		if get(t, other).Business.Name != "Hawker" {
			t.Error("the settings were read before recent.MaxAge")
		}
		c.Advance(time.Millisecond)
		if get(t, other).Business.Name != "Port Saffron" {
			t.Error("the settings are older than recent.MaxAge")
		}
	})
}

func TestSave_isPublishedOnTheBus(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	b, c := bus.NewLocal(), clock.NewManual(time.Unix(0, 0))
	here, there := setting.New(d, c, b), setting.New(d, c, b)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go there.Follow(ctx)
	waitFor(t, func() bool { // again until the other one has subscribed: the bus does not keep hints
		next := get(t, here)
		next.Business.FooterText += "x"
		if err := here.Save(ctx, next); err != nil {
			t.Fatal(err)
		}
		return get(t, there).Business.FooterText == next.Business.FooterText
	})
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("timed out")
		}
	}
}

func TestWrite_TRAP_M1_refusesOtherDigitsAfterTheFirstItem(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		s := setting.New(d, clock.System, bus.NewLocal())
		if err := s.Save(t.Context(), edited()); err != nil {
			t.Fatal(err)
		}
		town := catalogtest.New(t, d)
		town.Item(1, town.Store(1, nil), nil)
		town.Exec(`DELETE FROM tariffs`)
		next := get(t, s)
		next.Currency.Digits = 2
		if err := s.Save(t.Context(), next); !errs.Is(err, errs.Conflict) || errs.From(err).Field != "digits" {
			t.Fatalf("digits changed under an item's price: %v", err)
		}
	})
}

func TestEffectiveMinPasswordLength_TRAP_D30_isWithinItsBounds(t *testing.T) {
	t.Parallel()
	for minLength, want := range map[int]int{-1: 6, 0: 6, 5: 6, 6: 6, 9: 9, 64: 64, 65: 64} {
		if got := (setting.Login{MinPasswordLength: minLength}).EffectiveMinPasswordLength(); got != want {
			t.Errorf("%d becomes %d, want %d", minLength, got, want)
		}
	}
}

// A save without a change does not conflict with another edit at the same time.
func TestSave_withoutAChangeKeepsTheVersion(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		s := setting.New(open(t), clock.System, bus.NewLocal())
		if err := s.Save(t.Context(), edited()); err != nil {
			t.Fatal(err)
		}
		mine, theirs := get(t, s), get(t, s)
		if err := s.Save(t.Context(), theirs); err != nil {
			t.Fatal(err)
		}
		mine.Business.Name = "Port Mango"
		if err := s.Save(t.Context(), mine); err != nil || get(t, s).Business.Name != "Port Mango" {
			t.Errorf("saved: %v", err)
		}
	})
}
