package cart

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/shopper"
)

// Service changes carts. Every change is checked and returns the whole cart (CART-02).
// Safe for concurrent use.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New makes the service.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// notAdded is the AddedPrice of a choice that is not in the cart yet.
const notAdded money.Amount = math.MaxInt64

// PriceRose is what a shopper must be shown before they pay more (CART-08).
const PriceRose = "The price has gone up since you added this."

// Add puts a line into the cart, or adds to the line with the same choice (S6). What
// cannot be bought is errs.Invalid, errs.OutOfStock or errs.CartOtherStore: it would
// only be refused later.
func (s *Service) Add(ctx context.Context, shopperID, moduleID int64, n NewLine) (Contents, error) {
	return s.change(ctx, shopperID, moduleID, func(tx *db.Tx, s *catalogReader, now time.Time) error {
		wanted, err := s.item(ctx, n.ItemID, now)
		if err != nil {
			return err
		}
		if wanted.ModuleID != moduleID {
			return errs.New(errs.Invalid, "This item belongs to another module.").On("item_id")
		}
		note, err := n.note("")
		if err != nil {
			return err
		}
		added, err := resolveChoice(Line{Item: wanted, Choice: n.Choice, Quantity: n.Quantity, Note: note, AddedPrice: notAdded})
		if err != nil {
			return err
		}
		cart, err := lockOrCreate(ctx, tx, shopperID, moduleID, wanted.StoreID, now)
		if err != nil {
			return err
		}
		// A guest who has since signed in must not add a line: their cart was merged, and
		// nobody would see it.
		if err := shopper.CheckActive(ctx, tx, shopperID); err != nil {
			return err
		}
		stored, err := readLines(ctx, tx, shopperID, moduleID)
		if err != nil {
			return err
		}
		if stored, err = switchStore(ctx, tx, cart, stored, wanted.StoreID, n.ClearOther); err != nil {
			return err
		}
		return addOrMerge(ctx, tx, s, cartRow{cart.ID, wanted.StoreID}, storedLines(stored), added, n.Shown, now)
	})
}

// switchStore makes the cart one of the store. Lines of another store are deleted if
// the shopper agreed, else the change is refused (CART-05).
func switchStore(ctx context.Context, tx *db.Tx, cart cartRow, stored []lineRow, storeID int64, clearOther bool) ([]lineRow, error) {
	if cart.StoreID == storeID {
		return stored, nil
	}
	if len(stored) > 0 && !clearOther {
		return nil, errs.New(errs.CartOtherStore, "You have item from another store in cart. If you continue, your all previous item from cart will be removed and this one will be added.")
	}
	if err := Empty(ctx, tx, cart.ID); err != nil {
		return nil, err
	}
	return nil, moveToStore(ctx, tx, cart.ID, storeID)
}

// Update changes quantity, choice or note of a line. A zero Choice and an absent note
// keep the present ones. If another line has that choice and note, the two become one
// line (S6). A change that only lowers the quantity is never refused, whatever is in stock
// or sold. An unknown line is errs.NotFound.
func (s *Service) Update(ctx context.Context, shopperID, moduleID, lineID int64, n NewLine) (Contents, error) {
	return s.change(ctx, shopperID, moduleID, func(tx *db.Tx, s *catalogReader, now time.Time) error {
		cartID, err := Lock(ctx, tx, shopperID, moduleID, now)
		if err != nil {
			return err
		}
		stored, err := readLines(ctx, tx, shopperID, moduleID)
		if err != nil {
			return err
		}
		others := storedLines(stored)
		at := slices.IndexFunc(others, func(l Line) bool { return l.ID == lineID && l.Item.ID == n.ItemID })
		if at < 0 {
			return errs.New(errs.NotFound, "This line is no longer in your cart.").On("cart_id")
		}
		line := others[at]
		changed := Line{ID: lineID, Choice: n.Choice, Quantity: n.Quantity, AddedPrice: notAdded}
		if n.keepsChoice() {
			changed.Choice = line.Choice
		}
		if changed.Note, err = n.note(line.Note); err != nil {
			return err
		}
		if changed.Item, err = s.item(ctx, n.ItemID, now); err != nil {
			return err
		}
		isSame := n.keepsChoice() && changed.Note == line.Note
		changed, err = resolveChoice(changed)
		// Fewer units never make a line worse, so it need not be one that can be bought.
		if n.Quantity >= 1 && n.Quantity < line.Quantity && (isSame || changed.key == line.key) {
			return setQuantity(ctx, tx, lineID, n.Quantity)
		}
		if err != nil {
			return err
		}
		if changed.isSameChoice(line) {
			changed.AddedPrice = line.AddedPrice
		}
		return addOrMerge(ctx, tx, s, cartRow{cartID, stored[at].StoreID}, slices.Delete(others, at, at+1), changed, n.Shown, now)
	})
}

// keepsChoice reports whether an update keeps the choice. An empty list of values chooses
// nothing; an absent one keeps what was chosen.
func (n NewLine) keepsChoice() bool {
	return n.Choice.VariationID == 0 && n.Choice.Variation == nil && n.Choice.AddOnIDs == nil && n.Choice.AddOnQtys == nil
}

// resolveChoice returns the line with its selection and key, or the problems of its
// choice (ITEM-04).
func resolveChoice(l Line) (Line, error) {
	if l.resolve(); len(l.Problems) > 0 {
		return l, problemsError(l.Problems)
	}
	l.key = l.Key()
	return l, nil
}

// addOrMerge checks and writes a new or changed line, which is not among the others.
// shown is the price on the shopper's screen.
func addOrMerge(ctx context.Context, tx *db.Tx, s *catalogReader, cart cartRow, others []Line, l Line, shown money.Amount, now time.Time) error {
	if twin := slices.IndexFunc(others, func(o Line) bool { return o.key == l.key }); twin >= 0 {
		if l.ID != 0 { // the changed line now equals another one
			if _, err := deleteLine(ctx, tx, cart.ID, l.ID); err != nil {
				return err
			}
		}
		l.ID, l.Quantity = others[twin].ID, l.Quantity+others[twin].Quantity
		l.AddedPrice = min(l.AddedPrice, others[twin].AddedPrice)
		others = slices.Delete(others, twin, twin+1)
	}
	// A merge may have left more lines than that, which can still be changed.
	if l.ID == 0 && len(others) >= MaxLines {
		return errs.New(errs.Invalid, "Your cart is full. It holds %d different items.", MaxLines)
	}
	all, err := checkLines(ctx, s, cart.StoreID, append(others, l), When{now, now})
	if err != nil {
		return err
	}
	l = all.Lines[len(others)]
	if problems := blockingProblems(l, &all.Store); len(problems) > 0 {
		return problemsError(problems)
	}
	l.AddedPrice = l.agreedPrice(shown)
	return saveLine(ctx, tx, cart.ID, l, now)
}

// agreedPrice returns the AddedPrice of a line that is added or changed. A rise that the
// shopper has not seen stays one, whatever they add (C3).
func (l *Line) agreedPrice(shown money.Amount) money.Amount {
	switch {
	case shown >= l.AlonePrice:
		return l.AlonePrice
	case shown > 0: // it rose while it was on the screen
		return min(l.AddedPrice, shown)
	}
	return min(l.AddedPrice, l.AlonePrice)
}

// blockingProblems returns the problems that keep a line out of a cart. A line that is
// only sold at another time may be added if it can be scheduled.
func blockingProblems(l Line, store *catalog.Store) []Problem {
	return slices.DeleteFunc(slices.Clone(l.Problems), func(p Problem) bool {
		return p.Warning || p.Code == NotNow && l.Item.MayBeScheduled(store)
	})
}

// problemsError returns problems as the error of a refused change.
func problemsError(problems []Problem) error {
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

// Remove deletes a line. An unknown line is errs.NotFound.
func (s *Service) Remove(ctx context.Context, shopperID, moduleID, lineID int64) (Contents, error) {
	return s.edit(ctx, shopperID, moduleID, func(tx *db.Tx, cartID int64) error {
		found, err := deleteLine(ctx, tx, cartID, lineID)
		if err == nil && !found {
			err = errs.New(errs.NotFound, "This line is no longer in your cart.").On("cart_id")
		}
		return err
	})
}

// RemoveItem deletes every line of an item, if there are any.
func (s *Service) RemoveItem(ctx context.Context, shopperID, moduleID, itemID int64) (Contents, error) {
	return s.edit(ctx, shopperID, moduleID, func(tx *db.Tx, cartID int64) error {
		return deleteItem(ctx, tx, cartID, itemID)
	})
}

// Clear deletes all lines.
func (s *Service) Clear(ctx context.Context, shopperID, moduleID int64) (Contents, error) {
	return s.edit(ctx, shopperID, moduleID, func(tx *db.Tx, cartID int64) error {
		return Empty(ctx, tx, cartID)
	})
}

// edit changes a cart that need not exist: cartID is 0 then, and no line has it.
func (s *Service) edit(ctx context.Context, shopperID, moduleID int64, do func(tx *db.Tx, cartID int64) error) (Contents, error) {
	return s.change(ctx, shopperID, moduleID, func(tx *db.Tx, _ *catalogReader, now time.Time) error {
		cartID, err := Lock(ctx, tx, shopperID, moduleID, now)
		if err != nil {
			return err
		}
		return do(tx, cartID)
	})
}

// change makes one change and returns the cart after it. It reads the cart in the same
// transaction, with the items that the change has already read.
func (s *Service) change(ctx context.Context, shopperID, moduleID int64, do func(*db.Tx, *catalogReader, time.Time) error) (Contents, error) {
	now := s.clock.Now()
	var after Contents
	err := db.InTx(ctx, s.db, func(tx *db.Tx) (err error) {
		items := newCatalogReader(tx)
		if err := do(tx, items, now); err != nil {
			return err
		}
		after, err = readAsShown(ctx, items, shopperID, moduleID, now)
		return err
	})
	if err != nil {
		return Contents{}, err
	}
	return after, nil
}

// List returns the shopper's cart of the module, with what they should know before
// checkout.
func (s *Service) List(ctx context.Context, shopperID, moduleID int64) (Contents, error) {
	return readAsShown(ctx, newCatalogReader(s.db.R), shopperID, moduleID, s.clock.Now())
}

// readAsShown reads a cart and warns on every line if the store is closed.
func readAsShown(ctx context.Context, s *catalogReader, shopperID, moduleID int64, now time.Time) (Contents, error) {
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
