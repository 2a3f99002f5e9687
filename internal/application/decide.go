package application

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/secret"
	"hawker/internal/staff"
	"hawker/internal/townmedia"
)

// maxReasonLength is how many characters the reason of a refusal may have.
const maxReasonLength = 300

// Decision is what an admin says to an application.
type Decision struct {
	ID      int64
	StaffID int64 // who decides
	Approve bool
	Reason  string // of a refusal; the applicant reads it
}

// Decide approves or refuses a waiting application. Of two admins one wins, and the other
// gets errs.Conflict.
func (s *Service) Decide(ctx context.Context, d Decision) (Entry, error) {
	d.Reason = strings.TrimSpace(d.Reason)
	if !d.Approve && (d.Reason == "" || utf8.RuneCountInString(d.Reason) > maxReasonLength) {
		return Entry{}, invalid("reason", "Please say why, in at most 300 characters: the applicant reads it.")
	}
	pictures := map[string]catalog.NewPicture{}
	if d.Approve {
		var err error
		if pictures, err = s.makePictures(ctx, d.ID); err != nil {
			return Entry{}, err
		}
	}
	err := db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		a, err := lock(ctx, tx, d.ID)
		if err != nil {
			return err
		}
		if a.State != Waiting {
			return errDecided
		}
		now := s.Clock.Now()
		at := now.UnixMilli()
		a.State, a.Reason, a.DecidedAt, a.DecidedBy = Refused, d.Reason, &at, &d.StaffID
		if d.Approve {
			a.State, a.Reason = Approved, ""
			if err := s.join(ctx, tx, &a, pictures, now); err != nil {
				return err
			}
		}
		if err := setDecided(ctx, tx, a); err != nil {
			return err
		}
		return s.planDecided(ctx, tx, a)
	})
	if err != nil {
		return Entry{}, err
	}
	return s.One(ctx, d.ID)
}

// makePictures makes the public pictures of a store from its private images, by field.
// They are stored before the transaction, under keys that nothing refers to yet.
func (s *Service) makePictures(ctx context.Context, id int64) (map[string]catalog.NewPicture, error) {
	e, err := s.One(ctx, id)
	if err != nil {
		return nil, err
	}
	made := map[string]catalog.NewPicture{}
	if e.State != Waiting || e.Kind != Store {
		return made, nil
	}
	for _, i := range e.Images {
		if i.Field != "logo" && i.Field != "cover" {
			continue
		}
		content, err := s.OpenImage(ctx, id, i.Key)
		if err != nil {
			return nil, err
		}
		key := "joined/" + secret.NewKey() // another one than that of the private image
		p, err := townmedia.StorePicture(ctx, s.Files, key, content)
		if err != nil {
			return nil, err
		}
		made[i.Field] = catalog.NewPicture{Key: key, Hash: p.Hash, Zoom: p.Zoom, Kind: p.Kind}
	}
	return made, nil
}

// join makes the store and its vendor's account, or the rider's account.
func (s *Service) join(ctx context.Context, tx *db.Tx, a *Application, pictures map[string]catalog.NewPicture, now time.Time) error {
	zone, err := s.Zones.ByID(ctx, a.ZoneID)
	if err != nil {
		return err
	}
	if !zone.Active || a.Kind == Store && !zone.Has(a.module()) {
		return errs.New(errs.Conflict, "The zone is closed, or no longer has this kind of shop.")
	}
	if a.Kind == Store && !zone.Outline.Contains(a.Details.V.Point) {
		return errs.New(errs.Conflict, "The zone has changed: the store is outside of it now.")
	}
	member := staff.Member{Email: a.Email, Name: a.Name, Phone: a.Phone, PasswordHash: a.PasswordHash}
	if a.Kind == Rider {
		member.Role, member.ZoneID, member.Vehicle = staff.Rider, &a.ZoneID, a.Details.V.Vehicle
	} else {
		id, _, err := catalog.AddStore(ctx, tx, newStore(*a, pictures), now)
		if err != nil {
			return err
		}
		a.StoreID = &id
		member.Role, member.StoreID = staff.Vendor, &id
	}
	added, err := s.Staff.AddHashed(ctx, tx, member)
	if err != nil {
		return err
	}
	a.StaffID = &added.ID
	return nil
}

func newStore(a Application, pictures map[string]catalog.NewPicture) catalog.NewStore {
	d := a.Details.V
	return catalog.NewStore{
		ModuleID: a.module(), ZoneID: a.ZoneID, Name: d.StoreName, Description: d.Description, Address: d.Address, Phone: d.StorePhone, Point: d.Point,
		MinimumOrder: d.MinimumOrder, TaxRate: d.TaxRate, DeliveryTimeMin: d.DeliveryTimeMin, DeliveryTimeMax: d.DeliveryTimeMax,
		Plan: d.Plan.ID, Reviews: d.Plan.ID == "" || d.Plan.Reviews, Logo: pictures["logo"], Cover: pictures["cover"],
	}
}
