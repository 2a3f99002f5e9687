// Package cart stores what a shopper intends to buy: one cart per shopper and
// module, with items of one store.
//
// A cart is no promise. Items, prices, stock and opening hours are read again
// whenever a cart is read, and a line that can no longer be bought has a problem
// that says why. The package computes no prices (package pricing does) and knows no
// orders.
package cart

import (
	"hawker/internal/catalog"
	"hawker/internal/money"
	"hawker/internal/offer"
	"hawker/internal/options"
	"hawker/internal/pricing"
	"hawker/internal/stock"
)

// MaxLines bounds a cart, so that reading one stays fast.
const MaxLines = 100

// maxMerged bounds what a merge makes of a cart: two full ones fit (C1).
const maxMerged = 2 * MaxLines

// Contents is what is being bought, with what the catalogue says of it now: the lines
// of a cart, or the one line of a buy-now or of a campaign. It is empty without lines.
type Contents struct {
	CartID int64 // 0: no cart
	Store  catalog.Store
	Lines  []Line
}

// Line is one line with the present state of its item.
type Line struct {
	ID       int64        // 0: not in a cart
	Item     catalog.Item // with what trade needs of it: no texts, no ratings
	Choice   options.Choice
	Quantity int64
	Note     string // what the store should know about this line

	// AddedPrice is what AlonePrice was when the line was added or changed, or the price on
	// the shopper's screen if that was lower (CART-08). A change does not raise it, unless
	// the shopper had the higher price on the screen.
	AddedPrice money.Amount
	// AlonePrice is what one unit with its add-ons costs when nothing else is in the
	// cart: the sum on the button of the item dialog. The price among other lines also
	// depends on a cap or a minimum purchase; this one changes only with the catalogue.
	AlonePrice money.Amount

	key string // of the stored line: which choice it is

	Campaign *offer.Campaign // of a line that is bought in a campaign; nil: none
	Flash    *offer.Flash    // the flash sale that runs for the item; nil: none
	AtFlash  bool            // the line has the discount of Flash, and takes its units

	Selection options.Selection // zero when the choice no longer holds
	Stock     stock.Levels
	Priced    pricing.PricedLine // zero when the choice no longer holds
	Problems  []Problem
}

// Problem is why something cannot be bought as it is. With Warning it can be bought,
// and the shopper must be shown the message before.
type Problem struct {
	Code    string
	Message string
	LineID  int64 // 0: not about one line
	Field   string
	Warning bool
}

// The codes of a line's problems beside those of package options.
const (
	Gone         = "item_gone"         // no longer sold
	NotNow       = "not_available_now" // outside its time of day (ITEM-09)
	StoreClosed  = "store_closed"
	PriceChanged = "price_changed" // dearer than when it was added
	FlashUnits   = "flash_units"   // more than the flash sale has left
	NoCampaign   = "campaign"      // the campaign does not run now
)

// NewLine is what a shopper asks to have in the cart.
type NewLine struct {
	ItemID   int64
	Quantity int64
	Choice   options.Choice
	// Note is nil when it was not sent: an update keeps the note then.
	Note *string `json:",omitempty"` // absent from the hash of an order without one
	// Shown is the price of one unit on the shopper's screen, 0 when it was not sent. It
	// is only compared, never used (C5).
	Shown money.Amount
	// ClearOther empties a cart of another store first (CART-05).
	ClearOther bool
}
