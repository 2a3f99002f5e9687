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

// Conflict is a module of which two shoppers who become one hold carts of two
// stores (C1). Stores are by name.
type Conflict struct {
	ModuleID                 int64
	GuestStore, AccountStore string
	GuestUnits, AccountUnits int64
}

// Merge brings the carts of one shopper to another, when a guest signs in
// (CART-01). Of one store, the same choice is one line with the sum of both,
// within what there is and what one may have; a line of which nothing more can
// be had, or whose choice no longer holds, comes as it is and shows its problem.
// An empty cart takes the other in whole. Carts of two stores stay as they are,
// and are answered.
//
// It holds the shopper who is left, so that whoever adds to their cart meanwhile
// does so before, and is seen, or after, and is refused.
func (s *Service) Merge(ctx context.Context, tx *db.Tx, from, into int64) ([]Conflict, error) {
	var conflicts []Conflict
	err := s.each(ctx, tx, from, into, func(p pair) error {
		if len(p.held) > 0 && p.into.StoreID != p.from.StoreID {
			c, err := p.conflict(ctx, tx)
			conflicts = append(conflicts, c)
			return err
		}
		return p.join(ctx, tx)
	})
	return conflicts, err
}

// Settle ends the conflicts that Merge answered: with keepFrom the lines of from
// take the place of those of into, else they go.
func (s *Service) Settle(ctx context.Context, tx *db.Tx, from, into int64, keepFrom bool) error {
	return s.each(ctx, tx, from, into, func(p pair) error {
		if !keepFrom {
			return Empty(ctx, tx, p.from.ID)
		}
		if p.into.StoreID != p.from.StoreID {
			if err := Empty(ctx, tx, p.into.ID); err != nil {
				return err
			}
			p.held = nil
		}
		return p.join(ctx, tx)
	})
}

// Discard empties all carts of a shopper, and those of guests who became them. It
// holds them first, so that a line that is being added is not left over.
func (s *Service) Discard(ctx context.Context, tx *db.Tx, shopperID int64) error {
	carts, err := db.Many[int64](ctx, tx, `
		SELECT id FROM carts WHERE shopper_id IN (SELECT id FROM shoppers WHERE id = $1 OR merged_into = $1) ORDER BY id`+tx.Dialect.Locked(), shopperID)
	if err != nil {
		return fmt.Errorf("hold carts: %w", err)
	}
	for _, id := range carts {
		if err := Empty(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// pair is two carts of one module that are to be one, both held.
type pair struct {
	module        int64
	from, into    header
	brought, held []Line // of from, of which there are some, and of into
	now           time.Time
}

// each does something with every module of which from has lines.
func (s *Service) each(ctx context.Context, tx *db.Tx, from, into int64, do func(pair) error) error {
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
		p, err := hold(ctx, tx, c, from, into, s.clock.Now())
		if err != nil {
			return err
		}
		if len(p.brought) == 0 { // ordered, or taken out, until we held it
			continue
		}
		if err := do(p); err != nil {
			return err
		}
	}
	return nil
}

// lockCarts locks all carts of a shopper, the empty ones too: a line that is just
// being added to one is committed before this returns, or its shopper is found
// to be retired.
func lockCarts(ctx context.Context, tx *db.Tx, shopperID int64) error {
	_, err := db.Many[int64](ctx, tx, `SELECT id FROM carts WHERE shopper_id = $1 ORDER BY id`+tx.Dialect.Locked(), shopperID)
	if err != nil {
		return fmt.Errorf("lock carts: %w", err)
	}
	return nil
}

// filled is a cart with something in it.
type filled struct{ ID, ModuleID, StoreID int64 }

// hold holds both carts of a module and reads their lines.
func hold(ctx context.Context, tx *db.Tx, c filled, from, into int64, now time.Time) (pair, error) {
	p := pair{module: c.ModuleID, from: header{c.ID, c.StoreID}, now: now}
	if _, err := Lock(ctx, tx, from, c.ModuleID, now); err != nil {
		return p, err
	}
	var err error
	if p.into, err = claim(ctx, tx, into, c.ModuleID, c.StoreID, now); err != nil {
		return p, err
	}
	brought, err := rows(ctx, tx, from, c.ModuleID)
	if err != nil {
		return p, err
	}
	held, err := rows(ctx, tx, into, c.ModuleID)
	if len(brought) > 0 {
		p.from.StoreID = brought[0].StoreID
	}
	p.brought, p.held = keptLines(brought), keptLines(held)
	return p, err
}

func (p pair) conflict(ctx context.Context, tx *db.Tx) (Conflict, error) {
	goods := newShelf(tx)
	theirs, err := goods.store(ctx, p.from.StoreID)
	if err != nil {
		return Conflict{}, err
	}
	mine, err := goods.store(ctx, p.into.StoreID)
	return Conflict{
		ModuleID: p.module, GuestStore: theirs.Name, AccountStore: mine.Name, GuestUnits: units(p.brought), AccountUnits: units(p.held),
	}, err
}

func units(lines []Line) (n int64) {
	for _, l := range lines {
		n += l.Quantity
	}
	return n
}

// join makes one cart of the two, which are of one store or of which into is
// empty. What a full cart cannot take stays where it was.
func (p pair) join(ctx context.Context, tx *db.Tx) error {
	if err := moveToStore(ctx, tx, p.into.ID, p.from.StoreID); err != nil {
		return err
	}
	whole, err := assemble(ctx, newShelf(tx), p.from.StoreID, slices.Concat(p.held, p.brought), When{p.now, p.now})
	if err != nil {
		return err
	}
	cut := len(p.held)
	for _, m := range joined(whole.Lines[:cut:cut], whole.Lines[cut:]) {
		if err := m.write(ctx, tx, p.into.ID); err != nil {
			return err
		}
	}
	return nil
}

// moved is a line that came from another cart, and what became of it.
type moved struct {
	id       int64 // of the line that came
	at       int64 // of the line that it is now: itself, or the one with its choice
	quantity int64
	price    money.Amount // when added
}

// joined brings lines to a cart, one after the other.
func joined(held, brought []Line) []moved {
	var all []moved
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
			// The lower of two prices, so that no rise goes unseen (CART-08).
			h.AddedPrice = min(h.AddedPrice, l.AddedPrice)
			all = append(all, moved{id: l.ID, at: h.ID, quantity: h.Quantity, price: h.AddedPrice})
		case len(held) < MaxLines:
			if more > 0 {
				l.Quantity = more
			}
			held = append(held, l)
			all = append(all, moved{id: l.ID, at: l.ID, quantity: l.Quantity, price: l.AddedPrice})
		}
	}
	return all
}

// draws are what the lines take, those that can be sold.
func draws(lines []Line) []options.Draw {
	var all []options.Draw
	for i := range lines {
		if lines[i].Resolved() {
			all = append(all, lines[i].Draw())
		}
	}
	return all
}

func (m moved) write(ctx context.Context, tx *db.Tx, cartID int64) error {
	if m.id != m.at {
		if _, err := db.Exec(ctx, tx, `DELETE FROM cart_lines WHERE id = $1`, m.id); err != nil {
			return fmt.Errorf("take in line: %w", err)
		}
	}
	_, err := db.Exec(ctx, tx, `UPDATE cart_lines SET cart_id = $2, quantity = $3, unit_price = $4 WHERE id = $1`, m.at, cartID, m.quantity, m.price)
	if err != nil {
		return fmt.Errorf("bring line: %w", err)
	}
	return nil
}
