package cart

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/locale"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/pricing"
	"hawker/internal/stock"
)

// When is the time at which prices hold, and the time for which things are bought. They
// are equal unless an order is scheduled.
type When struct {
	Now, For time.Time
}

// Read reads a shopper's cart of a module.
func Read(ctx context.Context, q db.Q, shopperID, moduleID int64, when When) (Contents, error) {
	return read(ctx, newCatalogReader(q), shopperID, moduleID, when)
}

func read(ctx context.Context, r *catalogReader, shopperID, moduleID int64, when When) (Contents, error) {
	stored, err := readLines(ctx, r.q, shopperID, moduleID)
	if err != nil || len(stored) == 0 {
		return Contents{}, err
	}
	c, err := checkLines(ctx, r, stored[0].StoreID, storedLines(stored), when)
	c.CartID = stored[0].CartID
	return c, err
}

// storedLines returns lines as they are stored, without anything from the catalogue.
func storedLines(stored []lineRow) []Line {
	lines := make([]Line, len(stored))
	for i, r := range stored {
		lines[i] = Line{
			ID: r.ID, Item: catalog.Item{ID: r.ItemID}, Choice: r.Choice.V, Quantity: r.Quantity, Note: r.Note, AddedPrice: r.UnitPrice, key: r.LineKey,
		}
	}
	return lines
}

// BuyNow returns the contents of one line that is in no cart (CHK-06). An unknown item
// is errs.NotFound.
func BuyNow(ctx context.Context, q db.Q, n NewLine, when When) (Contents, error) {
	note, err := n.note("")
	if err != nil {
		return Contents{}, err
	}
	line := Line{Item: catalog.Item{ID: n.ItemID}, Choice: n.Choice, Quantity: n.Quantity, Note: note}
	return checkLines(ctx, newCatalogReader(q), ofItem, []Line{line}, when)
}

// ofItem stands for the store of the first line's item.
const ofItem = 0

// checkLines checks and prices lines with what the catalogue says now.
func checkLines(ctx context.Context, r *catalogReader, storeID int64, lines []Line, when When) (Contents, error) {
	c := Contents{Lines: lines}
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = l.Item.ID
	}
	if err := r.fetch(ctx, ids, when.Now); err != nil {
		return c, err
	}
	if storeID == ofItem {
		first, found := r.items[ids[0]]
		if !found {
			return c, errItemUnknown
		}
		storeID = first.StoreID
	}
	var err error
	if c.Store, err = r.store(ctx, storeID); err != nil {
		return c, err
	}
	for i := range c.Lines {
		l := &c.Lines[i]
		l.Item, l.Stock = r.items[l.Item.ID], r.stock[l.Item.ID]
		// An import may have moved the item to another store.
		l.Item.Active = l.Item.Active && c.Store.Active && l.Item.StoreID == c.Store.ID
		if l.Campaign == nil {
			l.Flash = r.flashOf(l.Item.ID, &c.Store, when.Now)
		}
		l.resolve()
	}
	c.checkStock()
	c.checkTime(when.For)
	c.takeFlash()
	c.price(when.Now)
	return c, nil
}

// resolve checks the choice of the line against today's item.
func (l *Line) resolve() {
	if !l.Item.Active {
		l.problem(Gone, "item_id", "This item is no longer available.")
		return
	}
	selection, problems := options.Resolve(l.forChoice(), l.Choice)
	for _, p := range problems {
		l.problem(string(p.Code), field(p.Code), p.Message)
	}
	if len(problems) == 0 {
		l.Selection = selection
		l.Choice = selection.Choice()
	}
}

// forChoice returns the item of the line as it is sold.
func (l *Line) forChoice() options.Item {
	if l.Campaign != nil {
		return l.Item.ForCampaign(l.Campaign, l.Stock)
	}
	return l.Item.ForChoice(l.Stock)
}

// Resolved reports whether the line has a valid item and choice, so that it can be
// priced.
func (l *Line) Resolved() bool { return l.Selection.Item.ID != 0 }

// Draw is what the line takes from stock.
func (l *Line) Draw() options.Draw { return l.Selection.Draw(l.Quantity) }

func (l *Line) problem(code, field, message string) {
	l.Problems = append(l.Problems, Problem{Code: code, Message: message, LineID: l.ID, Field: field})
}

func (l *Line) warn(code, message string) {
	l.Problems = append(l.Problems, Problem{Code: code, Message: message, LineID: l.ID, Warning: true})
}

// field is the field of the cart payload that a problem of a choice is about.
func field(code options.Code) string {
	switch code {
	case options.AddOnUnknown, options.AddOnAmount:
		return "add_on_ids"
	case options.OutOfStock, options.OutOfLimits, options.BadQuantity:
		return "quantity"
	}
	return "variation"
}

// checkStock adds problems to lines that cannot be sold. Lines of one pool are checked
// by their sum (S3).
func (c *Contents) checkStock() {
	var draws []options.Draw
	var of []int
	for i := range c.Lines {
		if l := &c.Lines[i]; l.Resolved() {
			draws, of = append(draws, l.Draw()), append(of, i)
		}
	}
	for _, p := range options.CheckStock(draws) {
		c.Lines[of[p.Line]].problem(string(p.Code), field(p.Code), p.Message)
	}
}

// SoldAt reports whether every line is sold at the time.
func (c *Contents) SoldAt(at time.Time) bool {
	return !slices.ContainsFunc(c.Lines, func(l Line) bool { return !l.soldAt(at, c.Store.Location()) })
}

// soldAt is the one rule about the times of an item (ITEM-09). An item that is no
// longer sold has that problem alone.
func (l *Line) soldAt(at time.Time, zone *time.Location) bool {
	return !l.Item.Active || l.Item.AvailableAt(at, zone)
}

// checkTime adds problems to lines that are not sold at the time.
func (c *Contents) checkTime(at time.Time) {
	for i := range c.Lines {
		l := &c.Lines[i]
		if !l.soldAt(at, c.Store.Location()) {
			l.problem(NotNow, "item_id", "Not Available now")
			l.problem(NotNow, "item_id", fmt.Sprintf("Available will be %s - %s", l.Item.AvailableFrom, l.Item.AvailableTo))
		}
	}
}

// price prices the lines with the function that also prices the order, and warns of
// those that cost more than when they were added.
func (c *Contents) price(now time.Time) {
	discount := c.Store.DiscountAt(now)
	priced := pricing.Price(pricing.Input{OrderType: pricing.TakeAway, Lines: c.PricingLines(), Store: discount})
	next := 0
	for i := range c.Lines {
		l := &c.Lines[i]
		if !l.Resolved() {
			continue
		}
		l.Priced = priced.Lines[next]
		next++
		l.AlonePrice = pricing.RunningTotal(l.alone(), discount)
		if l.ID != 0 && l.AlonePrice > l.AddedPrice {
			l.warn(PriceChanged, PriceRose)
		}
	}
}

// PricingLines returns the lines that can be priced, in order.
func (c *Contents) PricingLines() []pricing.Line {
	var lines []pricing.Line
	for i := range c.Lines {
		if l := &c.Lines[i]; l.Resolved() {
			lines = append(lines, l.pricing())
		}
	}
	return lines
}

// pricing returns the line as package pricing takes it.
func (l *Line) pricing() pricing.Line {
	discount := l.Item.OwnDiscount()
	if l.AtFlash {
		discount = l.Flash.Discount(discount, l.Quantity)
	}
	return l.pricingOf(l.Quantity, discount)
}

// alone returns one unit of the line as if nothing else were in the cart.
func (l *Line) alone() pricing.Line { return l.pricingOf(1, l.Flash.Discount(l.Item.OwnDiscount(), 1)) }

func (l *Line) pricingOf(quantity int64, discount pricing.Discount) pricing.Line {
	line := pricing.Line{Base: l.Selection.Base, AddOns: l.Selection.AddOnsPrice, Quantity: quantity, Discount: discount}
	if l.Campaign != nil {
		line.Discount, line.Fixed = pricing.Discount{}, true
	}
	return line
}

// Price is what one unit costs now, with its options and after discount, without
// add-ons. If a discount does not divide evenly, it is a rounded share.
func (l *Line) Price() money.Amount {
	if !l.Resolved() {
		return 0
	}
	return l.Selection.Base - l.Priced.Discount.MulRatio(1, l.Quantity)
}

// Pool is the pool that the line takes from.
func (l *Line) Pool() stock.Pool {
	switch {
	case l.Campaign != nil:
		return stock.CampaignPool(l.Item.ID, l.Campaign.ID)
	case l.Selection.Variation == nil:
		return stock.PoolOf(l.Item.ID, 0)
	}
	return stock.PoolOf(l.Item.ID, l.Selection.Variation.ID)
}

// Summary is the choice in words: "Large, Cheese, 2 × Cola".
func (l *Line) Summary() string { return l.SummaryIn("", func(name string) string { return name }) }

// SummaryIn returns the choice in words of another language. word translates a name.
func (l *Line) SummaryIn(language string, word func(string) string) string {
	var words []string
	if v := l.Selection.Variation; v != nil {
		words = append(words, word(v.Type))
	}
	for _, g := range l.Selection.Groups {
		for _, v := range g.Values {
			words = append(words, word(v.Label))
		}
	}
	for _, a := range l.Selection.AddOns {
		words = append(words, fmt.Sprintf("%d × %s", a.Quantity, word(a.Name)))
	}
	return locale.List(language, words)
}
