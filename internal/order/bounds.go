package order

import (
	"unicode/utf8"

	"hawker/internal/coupon"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/upload"
)

// The longest texts of an order, in characters. The API document has the same bounds.
// They are checked here again, because other callers use this package too.
const (
	longestNote        = 500
	longestUnavailable = 200
	longestAddress     = 500
	longestName        = 120
	longestPhone       = 40
	longestEmail       = 255
	longestKind        = 20
	longestPart        = 120 // house and floor
	longestRoad        = 200
)

// checkBounds refuses texts that are too long and points that are not on earth. No form
// sends those.
func (r Request) checkBounds() error {
	var problems errs.List
	text := func(field, text string, longest int) {
		if utf8.RuneCountInString(text) > longest {
			problems.Add(invalid(field, "This text is too long."))
		}
	}
	text("order_note", r.OrderNote, longestNote)
	text("delivery_instruction", r.DeliveryInstruction, longestNote)
	text("unavailable_item_note", r.UnavailableItemNote, longestUnavailable)
	text("coupon_code", r.CouponCode, coupon.LongestCode)
	if r.Tip < 0 {
		problems.Add(invalid("tip", "A tip cannot be negative."))
	}
	if problem := upload.CheckCount(r.PrescriptionImages, prescriptionField); problem != nil {
		problems.Add(problem)
	}
	if a := r.Address; a != nil {
		text("address.address", a.Address, longestAddress)
		text("address.contact_person_name", a.Name, longestName)
		text("address.contact_person_number", a.Phone, longestPhone)
		text("address.contact_person_email", a.Email, longestEmail)
		text("address.address_type", a.Kind, longestKind)
		text("address.house", a.House, longestPart)
		text("address.floor", a.Floor, longestPart)
		text("address.road", a.Road, longestRoad)
		if _, err := geo.NewPoint(a.Point.Lat, a.Point.Lng); err != nil {
			problems.Add(invalid("address.latitude", "This is not a position on earth."))
		}
	}
	return problems.Err()
}
