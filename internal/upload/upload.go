// Package upload stores private images: those that shoppers send as a prescription, for a
// refund, with a review, as proof of a payment or of a driver's licence; photos of the
// vehicles of a trip; and the images of conversations.
//
// An image is re-encoded before it is stored, so that nothing but the image is kept. Its
// key is random and no public address serves it. It belongs to the shopper who sent it, not
// to a customer who claims their order. Images that are attached to nothing are deleted after a day,
// the others after a time that depends on their purpose.
package upload

import (
	"regexp"
	"time"

	"hawker/internal/errs"
)

// Purpose is what an image is for. It cannot be used for anything else.
type Purpose string

// The purposes.
const (
	Prescription Purpose = "prescription"
	Refund       Purpose = "refund"
	Review       Purpose = "review"
	Proof        Purpose = "proof"
	TripBefore   Purpose = "trip_before"
	TripAfter    Purpose = "trip_after"
	Chat         Purpose = "chat"
	Licence      Purpose = "licence"
)

// MaxBytes is how large an uploaded file may be: more than a phone's photo.
const MaxBytes = 10 << 20

// MaxImages is how many images one prescription, refund, review or message may have (ITEM-11).
const MaxImages = 3

const (
	// MaxStored is more than a re-encoded image takes.
	MaxStored = 4 << 20
	// looseLife is how long an image is kept that is attached to nothing.
	looseLife = 24 * time.Hour
	// maxLoose is how many of those one shopper may have.
	maxLoose = 30
	// proofDays is how long images of refunds, payments and trips are kept after the purchase's end.
	proofDays = 180
)

// keys are 128 random bits in hexadecimal.
var keys = regexp.MustCompile(`^[0-9a-f]{32}$`)

// ValidKey reports whether a text can be the key of an image.
func ValidKey(key string) bool { return keys.MatchString(key) }

// fileOf returns the name of an image's file.
func fileOf(key string) string { return "uploads/" + key + ".jpg" }

// thumbnailOf returns the name of the file with the small form of an image of a review.
func thumbnailOf(key string) string { return "uploads/" + key + "-480.jpg" }

// errUnknown is returned for an image that does not exist and for one of somebody else:
// nobody learns which (P1).
var errUnknown = errs.New(errs.NotFound, "This image was not found.")

// CheckCount refuses more images than one thing may have (ITEM-11). The sentence is
// prescribed.
func CheckCount(images []string, field string) *errs.Error {
	if len(images) > MaxImages {
		return errs.New(errs.Invalid, "Maximum 3 images can be send at a time.").On(field)
	}
	return nil
}
