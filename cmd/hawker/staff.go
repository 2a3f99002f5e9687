package main

import (
	"bufio"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"hawker/internal/clock"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/order"
	secrets "hawker/internal/secret"
	"hawker/internal/setting"
	"hawker/internal/staff"
)

// staffCmd manages the accounts of those who work on orders.
type staffCmd struct {
	Add      staffAddCmd      `cmd:"" help:"Add a member of staff, and print the password once."`
	List     staffListCmd     `cmd:"" help:"List the staff."`
	Disable  staffDisableCmd  `cmd:"" help:"End all sessions of a member, who can no longer sign in."`
	Enable   staffEnableCmd   `cmd:"" help:"Let a disabled member sign in again."`
	Password staffPasswordCmd `cmd:"" help:"Set a new password, print it once, and end all sessions."`
}

// passwordFlags say where a new password comes from.
type passwordFlags struct {
	PasswordStdin bool `name:"password-stdin" help:"Read the password from the first line of the input; without it, one is made."`
}

// password returns the new password, and whether it was made here.
func (f passwordFlags) password(in io.Reader) (password string, made bool, err error) {
	if !f.PasswordStdin {
		return madePassword(), true, nil
	}
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", false, err
	}
	return strings.TrimRight(line, "\r\n"), false, nil
}

// madePassword has 80 random bits in four groups, which can be read out on the phone.
func madePassword() string {
	random := make([]byte, 10)
	rand.Read(random) // never fails: without randomness the program ends
	text := strings.ToLower(base32.StdEncoding.EncodeToString(random))
	return strings.Join([]string{text[:4], text[4:8], text[8:12], text[12:]}, "-")
}

// withStaff runs a command that changes the staff of an existing town.
func (f dataFlags) withStaff(e *env, run func(d *db.DB, s *staff.Service) error) error {
	d, err := db.Open(e.ctx, f.existing())
	if err != nil {
		return err
	}
	defer d.Close()
	if err := db.Migrate(e.ctx, d); err != nil {
		return err
	}
	key, err := secrets.Read(e.ctx, d, clock.System, credential.SecretName)
	if err != nil {
		return err
	}
	queue := jobs.New(d, clock.System, slog.Default()) // it does not run here
	credentials := credential.New(credential.Deps{DB: d, Clock: clock.System, Jobs: queue, Log: slog.Default(), Secret: key})
	return run(d, staff.New(staff.Deps{
		DB: d, Clock: clock.System, Jobs: queue, Log: slog.Default(), Credentials: credentials, ReleaseRider: order.ReleaseRider,
	}))
}

type staffAddCmd struct {
	dataFlags
	passwordFlags
	Role     staff.Role `required:"" enum:"admin,vendor,rider" help:"admin: all orders. vendor: those of one store, or the trips of one provider. rider: the deliveries of one zone."`
	Email    string     `required:"" help:"E-mail to sign in with."`
	Name     string     `required:"" help:"Name for colleagues; shoppers see that of a rider."`
	Phone    string     `help:"Phone; the shopper sees that of a rider while the delivery runs."`
	Store    string     `help:"Slug of a vendor's store."`
	Provider string     `help:"Slug of a vendor's provider of vehicles."`
	Zone     string     `help:"Slug of a rider's zone."`
	Vehicle  string     `help:"Vehicle of a rider, such as Bicycle."`
}

func (c *staffAddCmd) Run(e *env) error {
	return c.withStaff(e, func(d *db.DB, s *staff.Service) error {
		m := staff.NewMember{Email: c.Email, Name: c.Name, Role: c.Role, Vehicle: c.Vehicle}
		var err error
		if m.StoreID, err = idOf(e, d, "stores", c.Store); err != nil {
			return err
		}
		if m.ProviderID, err = idOf(e, d, "providers", c.Provider); err != nil {
			return err
		}
		if m.ZoneID, err = idOf(e, d, "zones", c.Zone); err != nil {
			return err
		}
		if m.Phone, err = c.phone(e, d); err != nil {
			return err
		}
		password, made, err := c.password(os.Stdin)
		if err != nil {
			return err
		}
		if m.Password = password; password == "" {
			return errors.New("the password is empty")
		}
		added, err := s.Add(e.ctx, m)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.stdout, "%s was added as %s\n", added.Email, added.Role)
		printPassword(e, password, made)
		return nil
	})
}

// phone returns the phone as E.164.
func (c *staffAddCmd) phone(e *env, d *db.DB) (string, error) {
	if c.Phone == "" {
		return "", nil
	}
	settings, err := setting.Read(e.ctx, d.R)
	if err != nil {
		return "", err
	}
	number, ok := contact.ParsePhone(c.Phone, settings.Location.Country)
	if !ok {
		return "", fmt.Errorf("%q is not a phone number", c.Phone)
	}
	return string(number), nil
}

// idOf returns the id of a row by its slug, and 0 for no slug.
func idOf(e *env, d *db.DB, table, slug string) (int64, error) {
	if slug == "" {
		return 0, nil
	}
	id, err := db.One[int64](e.ctx, d.R, `SELECT id FROM `+table+` WHERE slug = $1`, slug)
	if errors.Is(err, db.ErrNotFound) {
		return 0, fmt.Errorf("there is no %q among the %s", slug, table)
	}
	return id, err
}

// printPassword shows a password that was made here: nothing else knows it.
func printPassword(e *env, password string, made bool) {
	if made {
		fmt.Fprintf(e.stdout, "password: %s\nIt is not shown again.\n", password)
	}
}

type staffListCmd struct{ dataFlags }

func (c *staffListCmd) Run(e *env) error {
	d, err := c.openExisting(e.ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	queue := jobs.New(d, clock.System, slog.Default()) // it does not run here
	all, err := staff.New(staff.Deps{DB: d, Jobs: queue}).List(e.ctx)
	if err != nil {
		return err
	}
	places, err := placeNames(e, d)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "EMAIL\tNAME\tROLE\tOF\tSTATE\tLAST SIGN-IN")
	for _, m := range all {
		state, seen := "active", "never"
		if !m.Active {
			state = "disabled"
		}
		if m.SignedInAt != nil {
			seen = time.UnixMilli(*m.SignedInAt).UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", m.Email, m.Name, m.Role, places[place{m.Store(), m.Provider(), m.Zone()}], state, seen)
	}
	return w.Flush()
}

// place is the store or provider of a vendor, or the zone of a rider.
type place struct{ StoreID, ProviderID, ZoneID int64 }

// placeNames are the slugs of all places.
func placeNames(e *env, d *db.DB) (map[place]string, error) {
	type row struct {
		place
		Slug string
	}
	rows, err := db.Many[row](e.ctx, d.R, `
		SELECT id AS store_id, 0 AS provider_id, 0 AS zone_id, slug FROM stores WHERE id IN (SELECT store_id FROM staff)
		UNION ALL SELECT 0, id, 0, slug FROM providers
		UNION ALL SELECT 0, 0, id, slug FROM zones`)
	names := map[place]string{{}: "-"}
	for _, r := range rows {
		names[r.place] = r.Slug
	}
	return names, err
}

type staffDisableCmd struct {
	dataFlags
	Email string `arg:"" help:"E-mail of the account."`
}

func (c *staffDisableCmd) Run(e *env) error {
	return c.withStaff(e, func(_ *db.DB, s *staff.Service) error {
		if err := s.Disable(e.ctx, c.Email); err != nil {
			return err
		}
		_, err := fmt.Fprintln(e.stdout, c.Email, "is disabled, and signed out everywhere")
		return err
	})
}

type staffEnableCmd struct {
	dataFlags
	Email string `arg:"" help:"E-mail of the account."`
}

func (c *staffEnableCmd) Run(e *env) error {
	return c.withStaff(e, func(_ *db.DB, s *staff.Service) error {
		if err := s.Enable(e.ctx, c.Email); err != nil {
			return err
		}
		_, err := fmt.Fprintln(e.stdout, c.Email, "may sign in again")
		return err
	})
}

type staffPasswordCmd struct {
	dataFlags
	passwordFlags
	Email string `arg:"" help:"E-mail of the account."`
}

func (c *staffPasswordCmd) Run(e *env) error {
	return c.withStaff(e, func(_ *db.DB, s *staff.Service) error {
		password, made, err := c.password(os.Stdin)
		if err != nil {
			return err
		}
		if err := s.SetPassword(e.ctx, c.Email, password); err != nil {
			return err
		}
		fmt.Fprintln(e.stdout, c.Email, "has a new password, and is signed out everywhere")
		printPassword(e, password, made)
		return nil
	})
}
