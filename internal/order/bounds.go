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
	maxNoteLength            = 500
	maxUnavailableNoteLength = 200
	maxAddressLength         = 500
	maxNameLength            = 120
	maxPhoneLength           = 40
	maxEmailLength           = 255
	maxKindLength            = 20
	maxPartLength            = 120 // house and floor
	maxRoadLength            = 200
)

// checkBounds refuses texts that are too long and points that are not on earth. No form
// sends those.
func (r Request) checkBounds() error {
	var problems errs.List
	text := func(field, text string, maxLength int) {
		if utf8.RuneCountInString(text) > maxLength {
			problems.Add(invalid(field, "This text is too long."))
		}
	}
	text("order_note", r.OrderNote, maxNoteLength)
	text("delivery_instruction", r.DeliveryInstruction, maxNoteLength)
	text("unavailable_item_note", r.UnavailableItemNote, maxUnavailableNoteLength)
	text("coupon_code", r.CouponCode, coupon.MaxCodeLength)
	if r.Tip < 0 {
		problems.Add(invalid("tip", "A tip cannot be negative."))
	}
	if problem := upload.CheckCount(r.PrescriptionImages, prescriptionField); problem != nil {
		problems.Add(problem)
	}
	address := func(prefix string, a *Address) {
		if a == nil {
			return
		}
		text(prefix+"address", a.Address, maxAddressLength)
		text(prefix+"contact_person_name", a.Name, maxNameLength)
		text(prefix+"contact_person_number", a.Phone, maxPhoneLength)
		text(prefix+"contact_person_email", a.Email, maxEmailLength)
		text(prefix+"address_type", a.Kind, maxKindLength)
		text(prefix+"house", a.House, maxPartLength)
		text(prefix+"floor", a.Floor, maxPartLength)
		text(prefix+"road", a.Road, maxRoadLength)
		if _, err := geo.NewPoint(a.Point.Lat, a.Point.Lng); err != nil {
			problems.Add(invalid(prefix+"latitude", "This is not a position on earth."))
		}
	}
	address("address.", r.Address)
	if isParcel := r.Parcel != nil; isParcel != (r.Source == FromParcel) || isParcel != (r.Type == Parcel) {
		problems.Add(invalid("order_type", "A parcel has the source and the order type parcel, and what is sent."))
	} else if isParcel {
		address("receiver.", r.Parcel.Receiver)
	}
	return problems.Err()
}
