// Package review takes what customers say about an order that was delivered and about a
// trip that is over: stars for its items, its store and its rider, or for its vehicles,
// with a text and images (ITEM-12, RNT-11).
//
// Each is reviewed once for each order or trip, by the customer who bought. A holder of the
// tracking token may not: a review is public and has a name, and anybody can be given
// that link. Ratings are changed in the transaction of the review, so that nothing is ever
// added up again. Packages catalog and vehicle list the reviews that everybody may read.
package review

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/upload"
)

// MaxTextLength is the limit of a review and of a reply, in characters.
const MaxTextLength = 1000

// Review is what a customer said about an item, the store or the rider of an order.
type Review struct {
	ID       int64
	StoreID  int64
	OrderID  *int64 // nil: it is from the town folder
	ItemID   *int64 // nil: it is of the store, or of the rider
	RiderID  *int64
	ItemName string // of lists of the staff
	Content
}

// Content is what a review says.
type Content struct {
	Author    string // "": of a deleted account
	Rating    int    // 1 to 5
	Body      string
	Images    db.JSON[[]string] // keys of uploads
	Pictures  db.JSON[[]string] // picture keys
	Reply     string            // of the store or the provider
	RepliedAt *int64            // Unix milliseconds; nil: no reply, or no time of it
	HiddenAt  *int64            // Unix milliseconds; nil: it is shown
	CreatedAt int64             // Unix milliseconds
}

// Opinion is what a customer says about one thing.
type Opinion struct {
	ID     int64 // the item's or the vehicle's; 0: of the store or of the rider
	Rating int
	Text   string
	Images []string // keys of uploads
}

// Request has the opinions of a customer about one order. Those that are absent may
// follow later.
type Request struct {
	OrderID, ShopperID int64
	Items              []Opinion
	Store, Rider       *Opinion
}

// Left is what of an order can still be reviewed.
type Left struct {
	ItemIDs      []int64
	Store, Rider bool
}

// delivered are the statuses of orders that were delivered.
var delivered = []order.Status{order.Delivered, order.RefundRequested, order.Refunded}

// WasDelivered reports whether an order with this status can be reviewed.
func WasDelivered(s order.Status) bool { return slices.Contains(delivered, s) }

// LeftOf returns what of an order can still be reviewed after these reviews. It does not
// check the plan of the store.
func LeftOf(w order.OrderDetails, given []Review) Left {
	if !WasDelivered(w.Status) {
		return Left{}
	}
	l := Left{Store: w.StoreID != 0, Rider: w.RiderID != nil}
	for _, line := range w.Lines {
		if !slices.Contains(l.ItemIDs, line.ItemID) {
			l.ItemIDs = append(l.ItemIDs, line.ItemID)
		}
	}
	for _, r := range given {
		switch {
		case r.ItemID != nil:
			l.ItemIDs = slices.DeleteFunc(l.ItemIDs, func(id int64) bool { return id == *r.ItemID })
		case r.RiderID != nil:
			l.Rider = false
		default:
			l.Store = false
		}
	}
	return l
}

var (
	errUnknown    = errs.New(errs.NotFound, "This review was not found.")
	errNotNow     = errs.New(errs.Conflict, "Only a delivered order can be reviewed.")
	errGivenTwice = errs.New(errs.Conflict, "You have reviewed this already.")
)

// check refuses opinions that no order allows, and trims their texts.
func (r *Request) check() error {
	if len(r.Items) == 0 && r.Store == nil && r.Rider == nil {
		return errs.New(errs.Invalid, "Please rate something.").On("items")
	}
	if err := checkEach(r.Items, "items", "Please name each item once."); err != nil {
		return err
	}
	if r.Store != nil {
		if err := r.Store.check("store"); err != nil {
			return err
		}
	}
	if r.Rider == nil {
		return nil
	}
	if len(r.Rider.Images) > 0 {
		return errs.New(errs.Invalid, "A review of a rider has no images.").On("rider.images")
	}
	return r.Rider.check("rider")
}

// checkEach checks the opinions about several things. None may be named twice.
func checkEach(all []Opinion, field, twice string) error {
	seen := map[int64]bool{}
	for i := range all {
		if id := all[i].ID; id < 1 || seen[id] {
			return errs.New(errs.Invalid, "%s", twice).On(field)
		}
		seen[all[i].ID] = true
		if err := all[i].check(field); err != nil {
			return err
		}
	}
	return nil
}

// inOrder returns opinions by id: every call locks their rows in this order.
func inOrder(all []Opinion) []Opinion {
	return slices.SortedFunc(slices.Values(all), func(x, y Opinion) int { return cmp.Compare(x.ID, y.ID) })
}

func (o *Opinion) check(field string) error {
	if o.Rating < 1 || o.Rating > 5 {
		return errs.New(errs.Invalid, "Please give 1 to 5 stars.").On(field + ".rating")
	}
	if o.Text = strings.TrimSpace(o.Text); utf8.RuneCountInString(o.Text) > MaxTextLength {
		return errs.New(errs.Invalid, "This text is too long.").On(field + ".comment")
	}
	if err := upload.CheckCount(o.Images, field+".images"); err != nil {
		return err
	}
	if o.Images == nil {
		o.Images = []string{}
	}
	return nil
}

// says reports whether the review is this opinion: whoever sends the same again, because
// no response came, gets the same response again.
func (c Content) says(o Opinion) bool {
	return c.Rating == o.Rating && c.Body == o.Text && slices.Equal(c.Images.V, o.Images)
}

// AuthorName is the name under a review: the first name, and the first letter of the
// last.
func AuthorName(first, last string) string {
	first, last = strings.TrimSpace(first), strings.TrimSpace(last)
	if last == "" {
		return first
	}
	initial, _ := utf8.DecodeRuneInString(last)
	return strings.TrimSpace(first + " " + string(initial) + ".")
}

// Filter narrows a list of the staff. Zero values narrow nothing.
type Filter struct {
	StoreID    int64
	Unanswered bool
	Hidden     bool // those that are hidden alone; otherwise those that are shown
	Riders     bool // with those of riders
}

// Page is a page of reviews, the newest first.
type Page struct {
	Total   int // at most db.MaxCounted
	Reviews []Review
}

// Paging is which page of a list.
type Paging = catalog.Paging
