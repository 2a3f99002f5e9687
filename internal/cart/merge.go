package cart

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/shopper"
)

// Conflict is a module in which two shoppers who become one have carts of two stores
// (C1). A store is given by its name and slug; of trip carts it is the provider.
type Conflict struct {
	ModuleID                 int64
	GuestStore, AccountStore string
	GuestSlug, AccountSlug   string
	GuestUnits, AccountUnits int64
}

// Merge merges the carts of a guest into those of the customer who they sign in as
// (CART-01). In carts of one store, lines with the same choice become one line with the
// sum of both, within stock and limits. A line of which no more can be had, or whose
// choice is no longer valid, is moved as it is and shows its problem. An empty cart
// takes all lines, whatever their store. Carts of two stores stay as they are and are
// returned as conflicts. Merging again returns the conflicts that are left.
//
// It locks the guest, so that a line that is added at the same time is either merged or
// refused.
func (s *Service) Merge(ctx context.Context, tx *db.Tx, from, into int64) ([]Conflict, error) {
	var conflicts []Conflict
	err := s.eachModule(ctx, tx, from, into, func(p cartPair) error {
		if len(p.intoLines) > 0 && p.into.StoreID != p.from.StoreID {
			c, err := p.conflict(ctx, tx)
			conflicts = append(conflicts, c)
			return err
		}
		return p.merge(ctx, tx)
	})
	return conflicts, err
}

// ResolveConflicts ends the conflicts that Merge returned. With keepFrom the lines of
// from replace those of into, else they are deleted.
func (s *Service) ResolveConflicts(ctx context.Context, tx *db.Tx, from, into int64, keepFrom bool) error {
	return s.eachModule(ctx, tx, from, into, func(p cartPair) error {
		if !keepFrom {
			return Empty(ctx, tx, p.from.ID)
		}
		if p.into.StoreID != p.from.StoreID {
			if err := Empty(ctx, tx, p.into.ID); err != nil {
				return err
			}
			p.intoLines = nil
		}
		return p.merge(ctx, tx)
	})
}

// EmptyAll empties all carts of a shopper, and those of guests who became them. It
// locks them first, so that a line that is being added is deleted too.
func (s *Service) EmptyAll(ctx context.Context, tx *db.Tx, shopperID int64) error {
	carts, err := db.Many[int64](ctx, tx, `
		SELECT id FROM carts WHERE shopper_id IN (SELECT id FROM shoppers WHERE id = $1 OR merged_into = $1) ORDER BY id`+tx.Dialect.Locked(), shopperID)
	if err != nil {
		return fmt.Errorf("lock carts: %w", err)
	}
	for _, id := range carts {
		if err := Empty(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// cartPair is two carts of one module that are merged, both locked.
type cartPair struct {
	module               int64
	from, into           cartRow
	fromLines, intoLines []Line
	now                  time.Time
}

// eachModule calls do for every module in which from has lines.
func (s *Service) eachModule(ctx context.Context, tx *db.Tx, from, into int64, do func(cartPair) error) error {
	if err := shopper.Lock(ctx, tx, from); err != nil {
		return err
	}
	if err := lockCarts(ctx, tx, from); err != nil {
		return err
	}
	carts, err := db.Many[filled](ctx, tx, `
		SELECT id, module_id, store_id FROM carts
		WHERE shopper_id = $1 AND EXISTS (SELECT 1 FROM cart_lines l WHERE l.cart_id = carts.id) ORDER BY module_id`, from)
	if err != nil {
		return fmt.Errorf("list carts: %w", err)
	}
	for _, c := range carts {
		p, err := lockPair(ctx, tx, c, from, into, s.clock.Now())
		if err != nil {
			return err
		}
		if len(p.fromLines) == 0 { // ordered or removed before it was locked
			continue
		}
		if err := do(p); err != nil {
			return err
		}
	}
	return nil
}

// lockCarts locks all carts of a shopper, the empty ones too: a line that is being
// added is either committed before it returns, or is refused because the shopper is
// retired.
func lockCarts(ctx context.Context, tx *db.Tx, shopperID int64) error {
	_, err := db.Many[int64](ctx, tx, `SELECT id FROM carts WHERE shopper_id = $1 ORDER BY id`+tx.Dialect.Locked(), shopperID)
	if err != nil {
		return fmt.Errorf("lock carts: %w", err)
	}
	return nil
}

// filled is a cart with lines.
type filled struct{ ID, ModuleID, StoreID int64 }

// lockPair locks both carts of a module and reads their lines.
func lockPair(ctx context.Context, tx *db.Tx, c filled, from, into int64, now time.Time) (cartPair, error) {
	p := cartPair{module: c.ModuleID, from: cartRow{c.ID, c.StoreID}, now: now}
	if _, err := Lock(ctx, tx, from, c.ModuleID, now); err != nil {
		return p, err
	}
	var err error
	if p.into, err = lockOrCreate(ctx, tx, into, c.ModuleID, c.StoreID, now); err != nil {
		return p, err
	}
	fromLines, err := readLines(ctx, tx, from, c.ModuleID)
	if err != nil {
		return p, err
	}
	intoLines, err := readLines(ctx, tx, into, c.ModuleID)
	if len(fromLines) > 0 {
		p.from.StoreID = fromLines[0].StoreID
	}
	p.fromLines, p.intoLines = storedLines(fromLines), storedLines(intoLines)
	return p, err
}

func (p cartPair) conflict(ctx context.Context, tx *db.Tx) (Conflict, error) {
	items := newCatalogReader(tx)
	theirs, err := items.store(ctx, p.from.StoreID)
	if err != nil {
		return Conflict{}, err
	}
	mine, err := items.store(ctx, p.into.StoreID)
	return Conflict{
		ModuleID: p.module, GuestStore: theirs.Name, AccountStore: mine.Name, GuestSlug: theirs.Slug, AccountSlug: mine.Slug,
		GuestUnits: units(p.fromLines), AccountUnits: units(p.intoLines),
	}, err
}

func units(lines []Line) (n int64) {
	for _, l := range lines {
		n += l.Quantity
	}
	return n
}

// merge moves the lines into one cart. Both are of one store, or into is empty. Lines
// beyond maxMerged stay where they are.
func (p cartPair) merge(ctx context.Context, tx *db.Tx) error {
	if err := moveToStore(ctx, tx, p.into.ID, p.from.StoreID); err != nil {
		return err
	}
	all, err := checkLines(ctx, newCatalogReader(tx), p.from.StoreID, slices.Concat(p.intoLines, p.fromLines), When{p.now, p.now})
	if err != nil {
		return err
	}
	cut := len(p.intoLines)
	for _, m := range mergeLines(all.Lines[:cut:cut], all.Lines[cut:]) {
		if err := m.write(ctx, tx, p.into.ID); err != nil {
			return err
		}
	}
	return nil
}

// mergedLine is a line of from after the merge.
type mergedLine struct {
	id       int64 // of the line
	at       int64 // of the line that it became: itself, or the one with its choice
	quantity int64
	price    money.Amount // when added
}

// mergeLines adds lines to a cart, one after the other.
func mergeLines(held, brought []Line) []mergedLine {
	var all []mergedLine
	for _, l := range brought {
		more := l.Quantity
		if l.Resolved() {
			more = min(more, options.Room(draws(held), l.Draw()))
		}
		twin := slices.IndexFunc(held, func(h Line) bool { return h.Item.ID == l.Item.ID && h.key == l.key })
		switch {
		case twin >= 0:
			h := &held[twin]
			h.Quantity = min(h.Quantity+more, options.MaxQuantity)
			// The lower of the two prices, so that every rise is shown (CART-08).
			h.AddedPrice = min(h.AddedPrice, l.AddedPrice)
			all = append(all, mergedLine{id: l.ID, at: h.ID, quantity: h.Quantity, price: h.AddedPrice})
		case len(held) < maxMerged:
			if more > 0 {
				l.Quantity = more
			}
			held = append(held, l)
			all = append(all, mergedLine{id: l.ID, at: l.ID, quantity: l.Quantity, price: l.AddedPrice})
		}
	}
	return all
}

// draws returns what the lines take, without those that cannot be sold.
func draws(lines []Line) []options.Draw {
	var all []options.Draw
	for i := range lines {
		if lines[i].Resolved() {
			all = append(all, lines[i].Draw())
		}
	}
	return all
}

func (m mergedLine) write(ctx context.Context, tx *db.Tx, cartID int64) error {
	if m.id != m.at {
		if _, err := db.Exec(ctx, tx, `DELETE FROM cart_lines WHERE id = $1`, m.id); err != nil {
			return fmt.Errorf("delete a merged line: %w", err)
		}
	}
	_, err := db.Exec(ctx, tx, `UPDATE cart_lines SET cart_id = $2, quantity = $3, unit_price = $4 WHERE id = $1`, m.at, cartID, m.quantity, m.price)
	if err != nil {
		return fmt.Errorf("move a line: %w", err)
	}
	return nil
}
