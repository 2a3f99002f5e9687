package cart

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/shopper"
)

// PastLine is a line that was bought before.
type PastLine struct {
	ItemID   int64
	Name     string
	Options  string // the choice in words
	Choice   options.Choice
	Quantity int64
	Note     string
	Cost     money.Amount // of all units, after discount and before a coupon
}

// RefillLine is a past line as it would be bought now.
type RefillLine struct {
	PastLine
	Units      int64        // that go into the cart; 0: none
	OptionsNow string       // the choice in words, where its words have changed
	CostNow    money.Amount // of as many units as then, in a cart of their own; 0: it cannot be bought
	Changes    []RefillChange
	Message    string // why it cannot be bought, where the code does not say it
}

// RefillChange is one difference from what was bought before.
type RefillChange string

// The differences. With one of the first five, no unit goes into the cart.
const (
	RefillGone    RefillChange = "item_gone"       // no longer sold
	RefillNotNow  RefillChange = "not_now"         // not sold at this time of day
	RefillOptions RefillChange = "options_gone"    // the choice is no longer offered
	RefillOut     RefillChange = "out_of_stock"    // nothing left
	RefillFull    RefillChange = "cart_full"       // the cart has as many as it may
	RefillFewer   RefillChange = "fewer"           // fewer units than then
	RefillWords   RefillChange = "options_changed" // the choice has other words
	RefillPrice   RefillChange = "price_changed"   // dearer or cheaper
)

// Refill is what happens when past lines are put into a cart again.
type Refill struct {
	Done       bool // false: nothing has happened, the shopper must be asked
	Lines      []RefillLine
	OtherStore string // whose lines in the cart make room; "": none do
	OtherSlug  string // of that store
	Closed     bool   // the store is closed now
	Digest     string // of all that the shopper must know
	Store      catalog.Store
	Contents   Contents // of the cart, when it is done

	added []Line // with the ids of lines that have more units now
}

// Possible reports whether anything can be put into the cart.
func (r *Refill) Possible() bool { return len(r.added) > 0 }

// asks reports whether the shopper must be asked.
func (r *Refill) asks() bool {
	for _, l := range r.Lines {
		if len(l.Changes) > 0 {
			return true
		}
	}
	return r.OtherStore != "" || r.Closed
}

// errAsk rolls the transaction back: the shopper has not agreed yet.
var errAsk = errors.New("the shopper must be asked")

// Refill adds lines that were bought at the store before to the cart, within stock and
// limits. If anything is not as it was, it changes nothing and returns what has changed;
// a call with that Digest then does it, unless something has changed since.
func (s *Service) Refill(ctx context.Context, shopperID, moduleID, storeID int64, past []PastLine, agreed string) (Refill, error) {
	var plan Refill
	after, err := s.change(ctx, shopperID, moduleID, func(tx *db.Tx, r *catalogReader, now time.Time) error {
		cart, err := lockOrCreate(ctx, tx, shopperID, moduleID, storeID, now)
		if err != nil {
			return err
		}
		if err := shopper.CheckActive(ctx, tx, shopperID); err != nil {
			return err
		}
		stored, err := readLines(ctx, tx, shopperID, moduleID)
		if err != nil {
			return err
		}
		if plan, err = planRefill(ctx, r, cart, stored, storeID, past, now); err != nil {
			return err
		}
		if !plan.Possible() || plan.asks() && plan.Digest != agreed {
			return errAsk
		}
		return plan.write(ctx, tx, cart, stored, now)
	})
	if errors.Is(err, errAsk) {
		return plan, nil
	}
	plan.Done, plan.Contents = err == nil, after
	return plan, err
}

// planRefill compares the past lines with what the catalogue says now.
func planRefill(ctx context.Context, r *catalogReader, cart cartRow, stored []lineRow, storeID int64, past []PastLine, now time.Time) (Refill, error) {
	plan := Refill{Lines: make([]RefillLine, len(past))}
	held := storedLines(stored)
	if len(held) > 0 && cart.StoreID != storeID {
		other, err := r.store(ctx, cart.StoreID)
		if err != nil {
			return plan, err
		}
		plan.OtherStore, plan.OtherSlug, held = other.Name, other.Slug, nil
	}
	all, err := checkLines(ctx, r, storeID, append(held, pastLines(past)...), When{now, now})
	if err != nil {
		return plan, err
	}
	plan.Store, plan.Closed = all.Store, !all.Store.OpenAt(now).Open
	plan.addLines(all.Lines[:len(held):len(held)], all.Lines[len(held):], past)
	plan.comparePrices(all, len(held), now)
	plan.Digest, err = plan.digest()
	return plan, err
}

// pastLines returns past lines as they would be bought again.
func pastLines(past []PastLine) []Line {
	lines := make([]Line, len(past))
	for i, p := range past {
		lines[i] = Line{Item: catalog.Item{ID: p.ItemID}, Choice: p.Choice, Quantity: p.Quantity, Note: p.Note}
	}
	return lines
}

// addLines adds one line after the other to those that are held, as far as there is room.
func (r *Refill) addLines(held, brought []Line, past []PastLine) {
	for i, l := range brought {
		planned := &r.Lines[i]
		planned.PastLine = past[i]
		if reason, message := l.whyNotAgain(past[i], &r.Store); reason != "" {
			planned.Changes, planned.Message = []RefillChange{reason}, message
			continue
		}
		l.key, l.Problems = l.Key(), nil
		if words := l.Summary(); words != past[i].Options {
			planned.OptionsNow = words
			planned.Changes = append(planned.Changes, RefillWords)
		}
		var reason RefillChange
		held, reason = r.addLine(held, l, planned)
		switch {
		case reason != "":
			planned.Changes = []RefillChange{reason}
		case planned.Units < l.Quantity:
			planned.Changes = append(planned.Changes, RefillFewer)
		}
	}
}

// addLine adds as many units of a line as there is room for. reason says why that is
// none.
func (r *Refill) addLine(held []Line, l Line, planned *RefillLine) (_ []Line, reason RefillChange) {
	twin := -1
	for i, h := range held {
		if h.Item.ID == l.Item.ID && h.key == l.key {
			twin = i
		}
	}
	room := options.Room(draws(held), l.Draw())
	switch {
	case options.Room(nil, l.Draw()) == 0:
		return held, RefillOut
	case room == 0, twin < 0 && len(held) >= MaxLines:
		return held, RefillFull
	}
	planned.Units = min(l.Quantity, room)
	if twin >= 0 {
		planned.Units = min(planned.Units, options.MaxQuantity-held[twin].Quantity)
		held[twin].Quantity += planned.Units
		r.keep(held[twin])
		return held, ""
	}
	l.Quantity, l.AddedPrice = planned.Units, l.AlonePrice
	r.keep(l)
	return append(held, l), ""
}

// keep notes a line to be written, with its last quantity.
func (r *Refill) keep(l Line) {
	for i, known := range r.added {
		if known.Item.ID == l.Item.ID && known.key == l.key {
			r.added[i].Quantity = l.Quantity
			return
		}
	}
	r.added = append(r.added, l)
}

// whyNotAgain says why nothing of a past line can be bought, whatever is in stock; "": it
// can.
func (l *Line) whyNotAgain(past PastLine, store *catalog.Store) (reason RefillChange, message string) {
	for _, p := range blockingProblems(*l, store) {
		switch p.Code {
		case string(options.OutOfStock), string(options.VariationOut), string(options.OutOfLimits):
			continue // addLine counts what there is
		case Gone:
			return RefillGone, ""
		case NotNow:
			reason, message = RefillNotNow, p.Message // the last one names the hours
		default:
			return RefillOptions, p.Message
		}
	}
	if past.Options != "" && l.Summary() == "" { // an order of before choices were kept
		return RefillOptions, ""
	}
	return reason, message
}

// comparePrices compares what the lines cost now, in a cart of their own, with what they
// cost then.
func (r *Refill) comparePrices(all Contents, held int, now time.Time) {
	again, of := Contents{Store: all.Store}, []int{}
	for i := range r.Lines {
		if r.Lines[i].Units == 0 {
			continue
		}
		l := all.Lines[held+i]
		l.Quantity, l.AtFlash = r.Lines[i].Quantity, false
		again.Lines, of = append(again.Lines, l), append(of, i)
	}
	again.takeFlash()
	again.price(now)
	for n, i := range of {
		line := &r.Lines[i]
		if line.CostNow = again.Lines[n].Priced.Taxable; line.CostNow != line.Cost {
			line.Changes = append(line.Changes, RefillPrice)
		}
	}
}

// digest is a hash of the changes that the shopper is shown, so that they agree to exactly these.
func (r *Refill) digest() (string, error) {
	text, err := json.Marshal(struct {
		Lines      []RefillLine
		OtherStore string
		Closed     bool
	}{r.Lines, r.OtherStore, r.Closed})
	if err != nil {
		return "", fmt.Errorf("hash what has changed: %w", err)
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:18]), nil
}

// write changes the cart as planned.
func (r *Refill) write(ctx context.Context, tx *db.Tx, cart cartRow, stored []lineRow, now time.Time) error {
	if _, err := switchStore(ctx, tx, cart, stored, r.Store.ID, true); err != nil {
		return err
	}
	for _, l := range r.added {
		if err := saveLine(ctx, tx, cart.ID, l, now); err != nil {
			if errors.Is(err, db.ErrExists) {
				return errs.New(errs.Conflict, "Your cart has just changed. Please try again.")
			}
			return err
		}
	}
	return nil
}
