package cart

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/shopper"
)

// Service changes carts. Every change is checked, and answers the whole cart as
// it stands afterwards (CART-02). Safe for concurrent use.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New is the service on a database.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// priceRose is what a shopper must be shown before they pay more (CART-08).
const priceRose = "The price has gone up since you added this."

// Add puts a line into the cart, or adds to the one with the same choice (S6).
// It refuses, as errs.Invalid, errs.OutOfStock or errs.CartOtherStore, what
// cannot be bought: the answer to a problem later is a problem now.
func (s *Service) Add(ctx context.Context, shopperID, moduleID int64, n NewLine) (Contents, error) {
	return s.changeLine(ctx, shopperID, moduleID, n, func(tx *db.Tx, s *shelf, now time.Time) (key string, err error) {
		wanted, err := s.item(ctx, n.ItemID)
		if err != nil {
			return "", err
		}
		if wanted.ModuleID != moduleID {
			return "", errs.New(errs.Invalid, "This item belongs to another module.").On("item_id")
		}
		note, err := n.note("")
		if err != nil {
			return "", err
		}
		added, err := chosen(Line{Item: wanted, Choice: n.Choice, Quantity: n.Quantity, Note: note})
		if err != nil {
			return "", err
		}
		held, err := claim(ctx, tx, shopperID, moduleID, wanted.StoreID, now)
		if err != nil {
			return "", err
		}
		// A guest who has just signed in has a cart elsewhere, where nobody would
		// look for this line.
		if err := shopper.CheckActive(ctx, tx, shopperID); err != nil {
			return "", err
		}
		kept, err := rows(ctx, tx, shopperID, moduleID)
		if err != nil {
			return "", err
		}
		if kept, err = enterStore(ctx, tx, held, kept, wanted.StoreID, n.ClearOther); err != nil {
			return "", err
		}
		return put(ctx, tx, s, held.ID, keptLines(kept), added, now)
	})
}

// enterStore makes the cart one of the store. Lines of another store are taken
// out when the shopper agreed to that, else nothing happens (CART-05).
func enterStore(ctx context.Context, tx *db.Tx, held header, kept []row, storeID int64, clearOther bool) ([]row, error) {
	if held.StoreID == storeID {
		return kept, nil
	}
	if len(kept) > 0 && !clearOther {
		return nil, errs.New(errs.CartOtherStore, "You have item from another store in cart. If you continue, your all previous item from cart will be removed and this one will be added.")
	}
	if err := Empty(ctx, tx, held.ID); err != nil {
		return nil, err
	}
	return nil, moveToStore(ctx, tx, held.ID, storeID)
}

// Update gives a line of the cart another quantity, choice or note; a zero
// Choice and an absent note keep the ones it has. Where another line has that
// choice and note already, the two become one line (S6). An unknown line is errs.NotFound.
func (s *Service) Update(ctx context.Context, shopperID, moduleID, lineID int64, n NewLine) (Contents, error) {
	return s.changeLine(ctx, shopperID, moduleID, n, func(tx *db.Tx, s *shelf, now time.Time) (key string, err error) {
		cartID, err := Lock(ctx, tx, shopperID, moduleID, now)
		if err != nil {
			return "", err
		}
		kept, err := rows(ctx, tx, shopperID, moduleID)
		if err != nil {
			return "", err
		}
		others := keptLines(kept)
		at := slices.IndexFunc(others, func(l Line) bool { return l.ID == lineID && l.Item.ID == n.ItemID })
		if at < 0 {
			return "", errs.New(errs.NotFound, "This line is no longer in your cart.").On("cart_id")
		}
		changed := Line{ID: lineID, Choice: n.Choice, Quantity: n.Quantity}
		if n.keepsChoice() {
			changed.Choice = others[at].Choice
		}
		if changed.Note, err = n.note(others[at].Note); err != nil {
			return "", err
		}
		if changed.Item, err = s.item(ctx, n.ItemID); err != nil {
			return "", err
		}
		if changed, err = chosen(changed); err != nil {
			return "", err
		}
		return put(ctx, tx, s, cartID, slices.Delete(others, at, at+1), changed, now)
	})
}

// keepsChoice tells that an update speaks of the quantity alone. An empty list
// of values chooses nothing, an absent one says nothing.
func (n NewLine) keepsChoice() bool {
	return n.Choice.VariationID == 0 && n.Choice.Variation == nil && n.Choice.AddOnIDs == nil && n.Choice.AddOnQtys == nil
}

// chosen is a line whose choice the item allows (ITEM-04).
func chosen(l Line) (Line, error) {
	if l.resolve(); len(l.Problems) > 0 {
		return l, refusal(l.Problems)
	}
	l.key = l.Key()
	return l, nil
}

// put writes a line that is new, or that was changed and is no longer among the
// others, once it has passed every check. It answers its key.
func put(ctx context.Context, tx *db.Tx, s *shelf, cartID int64, others []Line, l Line, now time.Time) (key string, err error) {
	if twin := slices.IndexFunc(others, func(o Line) bool { return o.key == l.key }); twin >= 0 {
		if l.ID != 0 { // an update came to equal another line, which takes it in
			if _, err := remove(ctx, tx, cartID, l.ID); err != nil {
				return "", err
			}
		}
		l.ID, l.Quantity = others[twin].ID, l.Quantity+others[twin].Quantity
		others = slices.Delete(others, twin, twin+1)
	}
	if len(others) >= MaxLines {
		return "", errs.New(errs.Invalid, "Your cart is full. It holds %d different items.", MaxLines)
	}
	whole, err := assemble(ctx, s, l.Item.StoreID, append(others, l), When{now, now})
	if err != nil {
		return "", err
	}
	l = whole.Lines[len(others)]
	if problems := obstacles(l); len(problems) > 0 {
		return "", refusal(problems)
	}
	l.AddedPrice = l.AlonePrice
	return l.key, keep(ctx, tx, cartID, l, now)
}

// obstacles are the problems that keep a line out of a cart. A line that is
// only sold at another time may be scheduled, if it may.
func obstacles(l Line) []Problem {
	return slices.DeleteFunc(slices.Clone(l.Problems), func(p Problem) bool {
		return p.Warning || p.Code == NotNow && l.Item.ScheduleOrder
	})
}

// refusal turns problems into the answer to a change that is not made.
func refusal(problems []Problem) error {
	var list errs.List
	for _, p := range problems {
		code := errs.Invalid
		switch p.Code {
		case string(options.OutOfStock), string(options.VariationOut):
			code = errs.OutOfStock
		case Gone:
			code = errs.NotFound
		}
		list.Add(errs.New(code, "%s", p.Message).On(p.Field))
	}
	return list.Err()
}

// Remove takes a line out. One that is not there is errs.NotFound.
func (s *Service) Remove(ctx context.Context, shopperID, moduleID, lineID int64) (Contents, error) {
	return s.edit(ctx, shopperID, moduleID, func(tx *db.Tx, cartID int64) error {
		found, err := remove(ctx, tx, cartID, lineID)
		if err == nil && !found {
			err = errs.New(errs.NotFound, "This line is no longer in your cart.").On("cart_id")
		}
		return err
	})
}

// RemoveItem takes every line of an item out, if there are any.
func (s *Service) RemoveItem(ctx context.Context, shopperID, moduleID, itemID int64) (Contents, error) {
	return s.edit(ctx, shopperID, moduleID, func(tx *db.Tx, cartID int64) error {
		return removeItem(ctx, tx, cartID, itemID)
	})
}

// Clear takes everything out.
func (s *Service) Clear(ctx context.Context, shopperID, moduleID int64) (Contents, error) {
	return s.edit(ctx, shopperID, moduleID, func(tx *db.Tx, cartID int64) error {
		return Empty(ctx, tx, cartID)
	})
}

// edit changes a cart that need not exist: cartID is 0 then, and no line has it.
func (s *Service) edit(ctx context.Context, shopperID, moduleID int64, do func(tx *db.Tx, cartID int64) error) (Contents, error) {
	return s.change(ctx, shopperID, moduleID, func(tx *db.Tx, _ *shelf, now time.Time) error {
		cartID, err := Lock(ctx, tx, shopperID, moduleID, now)
		if err != nil {
			return err
		}
		return do(tx, cartID)
	})
}

// changeLine changes one line, of which do answers the key, and tells when it
// costs more than the shopper was shown.
func (s *Service) changeLine(ctx context.Context, shopperID, moduleID int64, n NewLine, do func(*db.Tx, *shelf, time.Time) (string, error)) (Contents, error) {
	var key string
	after, err := s.change(ctx, shopperID, moduleID, func(tx *db.Tx, s *shelf, now time.Time) (err error) {
		key, err = do(tx, s, now)
		return err
	})
	for i := range after.Lines {
		if l := &after.Lines[i]; l.key == key && n.Shown > 0 && n.Shown < l.AlonePrice {
			l.warn(PriceChanged, priceRose)
		}
	}
	return after, err
}

// change makes one change and answers the cart as it is then. It looks while it
// still holds the cart, at a catalogue that it has read once: whoever changes a
// cart knows most of the answer already.
func (s *Service) change(ctx context.Context, shopperID, moduleID int64, do func(*db.Tx, *shelf, time.Time) error) (Contents, error) {
	now := s.clock.Now()
	var after Contents
	err := db.InTx(ctx, s.db, func(tx *db.Tx) (err error) {
		goods := newShelf(tx)
		if err := do(tx, goods, now); err != nil {
			return err
		}
		after, err = listed(ctx, goods, shopperID, moduleID, now)
		return err
	})
	if err != nil {
		return Contents{}, err
	}
	return after, nil
}

// List is the shopper's cart of the module, with what they should know before
// checkout.
func (s *Service) List(ctx context.Context, shopperID, moduleID int64) (Contents, error) {
	return listed(ctx, newShelf(s.db.R), shopperID, moduleID, s.clock.Now())
}

func listed(ctx context.Context, s *shelf, shopperID, moduleID int64, now time.Time) (Contents, error) {
	b, err := read(ctx, s, shopperID, moduleID, When{now, now})
	if err != nil || len(b.Lines) == 0 {
		return b, err
	}
	if !b.Store.OpenAt(now).Open {
		for i := range b.Lines {
			b.Lines[i].warn(StoreClosed, fmt.Sprintf("%s is closed now.", b.Store.Name))
		}
	}
	return b, nil
}
