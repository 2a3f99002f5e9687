package tripcart

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/cart"
	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/pricing"
)

// pair is the two carts of one module of a guest and the customer who they become.
type pair struct {
	module               int64
	from, into           row
	fromLines, intoLines []Line
}

// Merge merges the trip carts of a guest into those of the customer who they sign in as.
// Carts of one provider and one trip become one, with no more of a vehicle than there
// are. Others stay as they are and are returned as conflicts, which
// cart.Service.ResolveConflicts has too (C1). Merging again returns the conflicts that are
// left.
func (s *Service) Merge(ctx context.Context, tx *db.Tx, from, into int64) ([]cart.Conflict, error) {
	var conflicts []cart.Conflict
	err := s.eachModule(ctx, tx, from, into, func(p pair) error {
		if p.fits() {
			return p.merge(ctx, tx, into)
		}
		theirs, mine := p.fromLines[0].Vehicle.Owner, p.intoLines[0].Vehicle.Owner
		conflicts = append(conflicts, cart.Conflict{
			ModuleID: p.module, GuestStore: theirs.Name, AccountStore: mine.Name, GuestSlug: theirs.Slug, AccountSlug: mine.Slug,
			GuestUnits: Cart{Lines: p.fromLines}.Quantity(), AccountUnits: Cart{Lines: p.intoLines}.Quantity(),
		})
		return nil
	})
	return conflicts, err
}

// ResolveConflicts ends the conflicts that Merge returned. With keepFrom the carts of from
// replace those of into, else they are deleted.
func (s *Service) ResolveConflicts(ctx context.Context, tx *db.Tx, from, into int64, keepFrom bool) error {
	return s.eachModule(ctx, tx, from, into, func(p pair) error {
		if !keepFrom {
			return deleteCart(ctx, tx, p.from.ID)
		}
		p.intoLines = nil
		return p.merge(ctx, tx, into)
	})
}

// EmptyAll deletes the trip carts of a shopper, and those of guests who became them.
func (s *Service) EmptyAll(ctx context.Context, tx *db.Tx, shopperID int64) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM trip_carts WHERE shopper_id IN (SELECT id FROM shoppers WHERE id = $1 OR merged_into = $1)`, shopperID)
	if err != nil {
		return fmt.Errorf("delete trip carts: %w", err)
	}
	return nil
}

// eachModule locks the carts of every module in which from has lines, and calls do. The
// caller has retired from, so that no line is added to its carts any more.
func (s *Service) eachModule(ctx context.Context, tx *db.Tx, from, into int64, do func(pair) error) error {
	modules, err := db.Many[int64](ctx, tx, `SELECT module_id FROM trip_carts WHERE shopper_id = $1 ORDER BY module_id`+tx.Dialect.Locked(), from)
	if err != nil {
		return fmt.Errorf("lock trip carts: %w", err)
	}
	now := s.Clock.Now()
	for _, module := range modules {
		p := pair{module: module}
		if p.from, err = lock(ctx, tx, from, module, now); err != nil {
			return err
		}
		if p.into, err = lock(ctx, tx, into, module, now); err != nil {
			return err
		}
		if p.fromLines, err = lines(ctx, tx, p.from.ID); err != nil {
			return err
		}
		if p.intoLines, err = lines(ctx, tx, p.into.ID); err != nil {
			return err
		}
		if len(p.fromLines) == 0 {
			continue
		}
		if err := do(p); err != nil {
			return err
		}
	}
	return nil
}

// fits reports whether the two carts can become one: into has nothing, or the same
// provider and trip.
func (p pair) fits() bool {
	if len(p.intoLines) == 0 {
		return true
	}
	same := p.from.TripType == p.into.TripType && (p.from.TripType == pricing.ByDistance || p.from.Hours == p.into.Hours)
	return same && p.fromLines[0].Vehicle.ProviderID == p.intoLines[0].Vehicle.ProviderID
}

// merge makes one cart of the two. The trip is the guest's, who has just chosen it.
func (p pair) merge(ctx context.Context, tx *db.Tx, into int64) error {
	if p.into.ID != 0 {
		if err := deleteCart(ctx, tx, p.into.ID); err != nil {
			return err
		}
	}
	if _, err := db.Exec(ctx, tx, `UPDATE trip_carts SET shopper_id = $2 WHERE id = $1`, p.from.ID, into); err != nil {
		return fmt.Errorf("hand over a trip cart: %w", err)
	}
	for _, l := range p.intoLines {
		quantity, rate := l.Quantity, l.AddedRate
		if at := slices.IndexFunc(p.fromLines, func(o Line) bool { return o.Vehicle.ID == l.Vehicle.ID }); at >= 0 {
			quantity, rate = quantity+p.fromLines[at].Quantity, lowerRate(rate, p.fromLines[at].AddedRate)
		}
		quantity = max(min(quantity, l.Vehicle.Units), 1) // an archived vehicle may have no units
		if err := setLine(ctx, tx, p.from.ID, l.Vehicle.ID, quantity, rate); err != nil {
			return err
		}
	}
	return nil
}

// lowerRate returns the lower of those rates that are known.
func lowerRate(a, b *money.Amount) *money.Amount {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}
