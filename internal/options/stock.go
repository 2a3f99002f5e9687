package options

import "fmt"

// Draw is how many units one line takes, from which stock, and up to which limit.
type Draw struct {
	ItemID, VariationID int64 // name the stock; VariationID is zero where the item's own is drawn
	Campaign            bool
	Quantity            int64
	Stock               *int64 // what there is; nil: unlimited
	Maximum             int64  // of the item, over all its variations; zero: none
}

// Draw returns what a line of this selection takes: from the variation's stock if
// there is one, else from the item's (ITEM-06).
func (s Selection) Draw(quantity int64) Draw {
	d := Draw{ItemID: s.Item.ID, Campaign: s.Item.Campaign, Quantity: quantity, Stock: s.Item.Stock, Maximum: s.Item.Maximum}
	if s.Variation != nil {
		d.VariationID, d.Stock = s.Variation.ID, s.Variation.Stock
	}
	return d
}

// CheckStock returns the problems of lines that cannot all be sold. Lines with the
// same stock are checked by their sum (S3), and so are lines of the same item
// against its maximum (ITEM-07, ITEM-08). A line has at most one problem.
func CheckStock(draws []Draw) []Problem {
	perStock, perItem := map[Draw]int64{}, map[Draw]int64{}
	for _, d := range draws {
		if validQuantity(d.Quantity) {
			perStock[d.stock()] += d.Quantity
			perItem[d.item()] += d.Quantity
		}
	}
	var problems []Problem
	for i, d := range draws {
		if p := d.check(perStock[d.stock()], perItem[d.item()]); p != nil {
			p.Line = i
			problems = append(problems, *p)
		}
	}
	return problems
}

// Room returns how many more units of a draw are available besides those taken:
// within its stock and its item's maximum, 0 when there are none.
func Room(taken []Draw, d Draw) int64 {
	room := int64(MaxQuantity)
	ofStock, ofItem := int64(0), int64(0)
	for _, t := range taken {
		if t.stock() == d.stock() {
			ofStock += t.Quantity
		}
		if t.item() == d.item() {
			ofItem += t.Quantity
		}
	}
	if d.Stock != nil {
		room = min(room, *d.Stock-ofStock)
	}
	if d.Maximum > 0 {
		room = min(room, d.Maximum-ofItem)
	}
	return max(room, 0)
}

func validQuantity(n int64) bool { return n >= 1 && n <= MaxQuantity }

// stock and item return the draw's stock and its item, as keys of a map.
func (d Draw) stock() Draw {
	return Draw{ItemID: d.ItemID, VariationID: d.VariationID, Campaign: d.Campaign}
}
func (d Draw) item() Draw { return Draw{ItemID: d.ItemID, Campaign: d.Campaign} }

func (d Draw) check(ofStock, ofItem int64) *Problem {
	switch {
	case d.Stock != nil && *d.Stock <= 0 && d.VariationID != 0:
		return &Problem{Code: VariationOut, Message: "This variation is out of stock. Choose another variation to proceed further."}
	case d.Stock != nil && *d.Stock <= 0:
		return &Problem{Code: OutOfStock, Message: "Out of Stock"}
	case !validQuantity(d.Quantity):
		return &Problem{Code: BadQuantity, Message: fmt.Sprintf("The quantity must be between 1 and %d.", MaxQuantity)}
	case d.Stock != nil && ofStock > *d.Stock, d.Maximum > 0 && ofItem > d.Maximum:
		return &Problem{Code: OutOfLimits, Message: "Out of Limits"}
	}
	return nil
}
