// Package view builds the parts of responses that several packages of the API share:
// items, stores, modules, points and times. The types are part of the contract, and
// the OpenAPI document takes the names of its schemas from them.
package view

import (
	"context"
	"time"

	"hawker/internal/api/answercache"
	"hawker/internal/catalog"
	"hawker/internal/locale"
	"hawker/internal/money"
	"hawker/internal/setting"
	"hawker/internal/translation"
)

// Builder builds the views of one response. It has what they need besides the row: the
// directory, one time for all of them, and the currency.
type Builder struct {
	Directory      *catalog.Directory
	Now            time.Time
	Money          money.Currency
	Deposits       bool // deposits of vehicles are taken
	DriverLicences bool // who rents gives a licence
	Texts          translation.Reader
	Language       string // of the response

	likes    map[int64]int64    // by item
	noteItem func(itemID int64) // for the cache: the response shows its stock
}

// Say returns a sentence of ours in the language of the response.
func (b Builder) Say(english string) string { return locale.Sentence(b.Language, english) }

// SayReason returns the reason that somebody gave in the language of the response, if they
// chose one of ours.
func (b Builder) SayReason(given string) string { return locale.Reason(b.Language, given) }

// CurrentBuilder returns the builder for a response from the current directory.
func CurrentBuilder(ctx context.Context, settings *setting.Service, c *catalog.Service) (Builder, error) {
	directory, err := c.Directory(ctx)
	if err != nil {
		return Builder{}, err
	}
	return NewBuilder(ctx, settings, c, directory)
}

// NewBuilder returns the builder for a response from this directory.
func NewBuilder(ctx context.Context, settings *setting.Service, c *catalog.Service, directory *catalog.Directory) (Builder, error) {
	all, err := settings.Get(ctx)
	if err != nil {
		return Builder{}, err
	}
	likes, err := c.WishCounts(ctx)
	return Builder{
		Directory: directory, Now: c.Now(), Money: all.Currency.Money(), Deposits: all.Rental.Deposits, DriverLicences: all.Rental.DriverLicence, likes: likes,
		Texts: directory.Texts(ctx), Language: translation.Language(ctx),
		noteItem: func(itemID int64) { answercache.NoteItem(ctx, itemID) },
	}, err
}
