package vehicle

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"hawker/internal/booking"
	"hawker/internal/catalog"
	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/pricing"
)

// search is a filter that looks through a fleet at a moment.
type search struct {
	Filter
	fleet    *fleet
	now      time.Time
	calendar *booking.Calendar // nil: the filter has no period
	owners   []owner           // in the order of the providers of the fleet
	words    []string          // folded
	priced   bool              // the exact price of every vehicle matters
	shown    *pricing.Trip     // whose price the list shows; nil: 'Start From'
}

// owner is what a search knows of a provider: the same for all of its vehicles.
type owner struct {
	listed   bool // at all
	discount pricing.StoreDiscount
	period   booking.Period
}

// newSearch needs the calendar if the filter has a period.
func newSearch(all *fleet, f Filter, now time.Time, calendar *booking.Calendar) *search {
	of := &search{
		Filter: f, fleet: all, now: now, calendar: calendar, owners: make([]owner, len(all.providers)), words: strings.Fields(catalog.Fold(f.Search)),
		priced: f.MinPrice > 0 || f.Discounted || f.Sort == catalog.Cheapest || f.Sort == catalog.Dearest,
	}
	if f.Trip != nil && f.Trip.HasPrice() {
		of.shown = f.Trip
	}
	for n, p := range all.providers {
		if of.lists(p) {
			of.owners[n] = owner{listed: true, discount: p.DiscountAt(now)}
			if f.Period != nil {
				of.owners[n].period = f.Period.Of(p, now)
			}
		}
	}
	return of
}

func (of *search) lists(p *Provider) bool {
	return (of.Zones == nil || overlap(of.Zones, p.PickupZoneIDs.V)) && (of.ProviderID == 0 || of.ProviderID == p.ID)
}

// overlap reports whether the lists share an id.
func overlap(a, b []int64) bool {
	return slices.ContainsFunc(a, func(id int64) bool { return slices.Contains(b, id) })
}

// candidate is a vehicle that the filter has found.
type candidate struct {
	*row
	price money.Amount // that the list shows; the one without discount unless search.priced
}

// candidates yields the vehicles of the filter, in the order of their ids.
func (of *search) candidates() iter.Seq[candidate] {
	return func(yield func(candidate) bool) {
		var bookings *booking.Cursor
		if of.Available && of.calendar != nil {
			bookings = of.calendar.Cursor()
		}
		for n := range of.fleet.rows {
			r := &of.fleet.rows[n]
			owner := &of.owners[r.owner]
			if !owner.listed || !of.has(r) {
				continue
			}
			price, fits := of.price(r, owner)
			if !fits || bookings != nil && !bookings.HasFree(r.id, r.units, owner.period) {
				continue
			}
			if !yield(candidate{r, price}) {
				return
			}
		}
	}
}

func (of *search) has(r *row) bool {
	v := r.vehicle
	switch {
	case of.ModuleID != 0 && of.ModuleID != r.module,
		of.Categories != nil && !slices.Contains(of.Categories, r.category),
		of.Trip != nil && !r.rates.Offers(of.Trip.Type),
		len(of.Brands) > 0 && !slices.Contains(of.Brands, v.Brand),
		len(of.Types) > 0 && !slices.Contains(of.Types, v.Type),
		len(of.Fuels) > 0 && !slices.Contains(of.Fuels, v.Fuel),
		of.Transmission != "" && of.Transmission != v.Transmission,
		of.MinSeats > 0 && v.Seats < of.MinSeats,
		of.AirCondition && !v.AirCondition,
		of.MinTenths > 0 && v.Tenths() < of.MinTenths:
		return false
	}
	return hasWords(v.words, of.words)
}

// hasWords reports whether a folded text, with a space before each word, has words that
// begin like each of these.
func hasWords(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, " "+word) {
			return false
		}
	}
	return true
}

// price returns the price of a candidate, and whether the filter has it. Discounts are
// worked out only if they matter: they never make a vehicle more expensive.
func (of *search) price(r *row, owner *owner) (price money.Amount, fits bool) {
	original := of.original(r)
	if !of.priced && (of.MaxPrice == 0 || original <= of.MaxPrice) {
		return original, true
	}
	price, discounted := of.discounted(original, r.discount, owner.discount)
	return price, price >= of.MinPrice && (of.MaxPrice == 0 || price <= of.MaxPrice) && (!of.Discounted || discounted)
}

// discounted is the price with discounts, as the card shows it, and whether there are any.
func (of *search) discounted(original money.Amount, own pricing.Discount, owner pricing.StoreDiscount) (money.Amount, bool) {
	if of.shown == nil {
		return pricing.DiscountedRate(original, own, owner)
	}
	price := pricing.DiscountedPrice(original, own, owner)
	return price, price < original
}

// original is the price without discount: of the trip, else 'Start From'.
func (of *search) original(r *row) money.Amount {
	if of.shown != nil {
		return r.rates.Of(*of.shown)
	}
	from, _ := r.rates.From()
	return from
}

func (of *search) compare(a, b candidate) int {
	return cmp.Or(of.compareFirst(a, b), cmp.Compare(a.rank, b.rank))
}

// compareFirst compares by what the list is sorted by.
func (of *search) compareFirst(a, b candidate) int {
	v, w := a.vehicle, b.vehicle
	switch of.Sort {
	case catalog.Rated:
		return cmp.Or(cmp.Compare(w.Tenths(), v.Tenths()), cmp.Compare(w.RatingCount, v.RatingCount))
	case catalog.Newest:
		return cmp.Compare(w.CreatedAt, v.CreatedAt)
	case catalog.Cheapest:
		return cmp.Compare(a.price, b.price)
	case catalog.Dearest:
		return cmp.Compare(b.price, a.price)
	case catalog.Nearest:
		if of.From != nil {
			return cmp.Compare(metres(*of.From, v.Owner), metres(*of.From, w.Owner))
		}
	}
	return 0
}

func metres(from geo.Point, p *Provider) float64 {
	return geo.Metres(from, geo.Point{Lat: p.Latitude, Lng: p.Longitude})
}

// found returns a candidate as the list shows it.
func (of *search) found(c candidate) Found {
	v := Found{Vehicle: c.vehicle}
	if of.shown != nil {
		v.Price, v.By = v.Estimate(*of.shown, of.now), of.shown.Type
	} else {
		v.Price, v.By = v.Card(of.now)
	}
	if of.calendar != nil {
		free := of.calendar.Free(c.id, c.units, of.owners[c.owner].period)
		v.Free = &free
	}
	return v
}
