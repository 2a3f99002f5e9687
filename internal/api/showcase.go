package api

import (
	"context"
	"math"
	"time"

	"hawker/internal/api/answercache"
	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/money"
)

// showcase is what every view of something for sale needs beside its row: the
// town around it, the moment it is shown at, and how money is written.
type showcase struct {
	town  *catalog.Town
	now   time.Time
	money money.Currency
	shown func(itemID int64) // told whose stock is shown
	likes map[int64]int64    // of items
}

func (s *Server) showcase(ctx context.Context, town *catalog.Town) (showcase, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return showcase{}, err
	}
	likes, err := s.Catalog.Likes(ctx)
	return showcase{
		town: town, now: s.Catalog.Now(), money: settings.Currency.Money(), likes: likes,
		shown: func(itemID int64) { answercache.NoteItem(ctx, itemID) },
	}, err
}

// here is where the call shops.
func (s *Server) here(ctx context.Context, in *Scope) (catalog.Place, error) {
	zones, err := s.zoneIDsInForce(ctx, in)
	return catalog.Place{Zones: zones, ModuleID: in.module()}, err
}

func (p Page) paging() catalog.Paging { return catalog.Paging{Size: p.Limit, Number: p.Offset} }

func (p Page) of(total int) Paged {
	return Paged{TotalSize: total, Limit: p.Limit, Offset: p.Offset}
}

// moment is a time as the API writes it; "" for none.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// tenths reads a least rating, in tenths of a star as shown (D25).
func tenths(stars float64, field string) (int64, error) {
	if math.IsNaN(stars) {
		return 0, errs.New(errs.Invalid, "A rating is a number from 0 to 5.").On(field)
	}
	return int64(math.Ceil(stars*10 - 1e-9)), nil // 1.1 × 10 is a hair above 11
}
