package pricing_test

import (
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hawker/internal/money"
	"hawker/internal/pricing"
)

func TestRates_RNT02_startFromIsTheLowerRateOffered(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rates pricing.Rates
		want  money.Amount
		by    pricing.TripType
	}{
		{pricing.Rates{Hour: 650, Km: 38}, 38, pricing.ByDistance},
		{pricing.Rates{Hour: 30, Km: 38}, 30, pricing.Hourly},
		{pricing.Rates{Hour: 38, Km: 38}, 38, pricing.Hourly},
		{pricing.Rates{Hour: 650}, 650, pricing.Hourly},
		{pricing.Rates{Km: 38}, 38, pricing.ByDistance},
	} {
		if got, by := tt.rates.From(); got != tt.want || by != tt.by {
			t.Errorf("%+v starts from %d %s, want %d %s", tt.rates, got, by, tt.want, tt.by)
		}
		for _, by := range []pricing.TripType{pricing.Hourly, pricing.ByDistance, "", "weekly"} {
			want := by == pricing.Hourly && tt.rates.Hour > 0 || by == pricing.ByDistance && tt.rates.Km > 0
			if got := tt.rates.Offers(by); got != want {
				t.Errorf("%+v offers %q: %v", tt.rates, by, got)
			}
		}
	}
}

// A trip by distance has no price before its distance is known, however short it is.
func TestTrip_RNT09_hasAPriceOnceItIsMeasured(t *testing.T) {
	t.Parallel()
	for trip, want := range map[pricing.Trip]bool{
		{Type: pricing.Hourly, Hours: 1}:      true,
		{Type: pricing.ByDistance}:            false,
		{Type: pricing.ByDistance, Metres: 1}: true,
	} {
		if got := trip.HasPrice(); got != want {
			t.Errorf("%+v has a price: %t", trip, got)
		}
	}
}

func TestRentalHours_TRAP_D2_areWholeAndRoundedUp(t *testing.T) {
	t.Parallel()
	for elapsed, want := range map[time.Duration]int64{
		-time.Hour: 1, 0: 1, time.Nanosecond: 1, time.Hour: 1, time.Hour + time.Nanosecond: 2,
		90 * time.Minute: 2, 24 * time.Hour: 24, 24*time.Hour + time.Second: 25,
	} {
		if got := pricing.RentalHours(elapsed); got != want {
			t.Errorf("%s are %d hours, want %d", elapsed, got, want)
		}
	}
}

// A night in which clocks change has 23 or 25 hours.
func TestRentalHours_TRAP_H8_countsElapsedHoursWhenClocksChange(t *testing.T) {
	t.Parallel()
	lisbon, err := time.LoadLocation("Europe/Lisbon")
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[string]int64{"2026-03-28": 23, "2026-10-24": 25, "2026-06-10": 24} {
		from, err := time.ParseInLocation("2006-01-02 15:04", day+" 20:00", lisbon)
		if err != nil {
			t.Fatal(err)
		}
		to := time.Date(from.Year(), from.Month(), from.Day()+1, 20, 0, 0, 0, lisbon)
		if got := pricing.RentalHours(to.Sub(from)); got != want {
			t.Errorf("from %s are %d hours, want %d", day, got, want)
		}
	}
}

// 25 for each of 1.02 km are 25.5: ten vehicles cost 255, and not ten times 26.
func TestTripLine_RNT09_PRC07_isRoundedOnceForAllVehicles(t *testing.T) {
	t.Parallel()
	off := pricing.Discount{Kind: pricing.Percent, Value: 1000}
	q := pricing.Price(pricing.Input{OrderType: pricing.Rental, Lines: []pricing.Line{
		pricing.TripLine(pricing.Rates{Km: 25}, pricing.Trip{Type: pricing.ByDistance, Metres: 1020}, 10, off),
	}})
	if l := q.Lines[0]; l.Unit != 26 || l.Gross != 255 || l.Discount != 26 || q.Total != 229 {
		t.Errorf("one costs %d, all %d less %d, together %d", l.Unit, l.Gross, l.Discount, q.Total)
	}
}

// The oracle computes a trip in fractions, by the sentences of the document.
func TestTrip_RNT09_pricesAreThoseOfTheOracle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := drawTrip(t)
		got, want := pricing.Price(in.input()), in.expected()
		if got.Subtotal != want.subtotal || got.Discount != want.discount || got.Total != want.total {
			t.Fatalf("%+v\ncosts %d - %d, together %d\nwant  %d - %d, together %d", in, got.Subtotal, got.Discount, got.Total, want.subtotal, want.discount, want.total)
		}
		if got.Total < 0 || got.Delivery != 0 || got.Tip != 0 {
			t.Fatalf("total %d, delivery %d, tip %d", got.Total, got.Delivery, got.Tip)
		}
	})
}

// drawnTrip is a trip as the document describes it.
type drawnTrip struct {
	byDistance    bool
	hours, metres int64
	vehicles      []drawnVehicle
	provider      pricing.StoreDiscount
	taxRate       money.Rate
	taxIncluded   bool
}

type drawnVehicle struct {
	hourly, perKm, quantity int64
	percent                 bool
	off                     int64
}

func drawTrip(t *rapid.T) drawnTrip {
	number := func(low, high int64, label string) int64 { return rapid.Int64Range(low, high).Draw(t, label) }
	in := drawnTrip{
		byDistance: rapid.Bool().Draw(t, "by distance"), hours: number(1, 720, "hours"), metres: number(0, 900_000, "metres"),
		taxRate: money.Rate(number(0, 2500, "tax")), taxIncluded: rapid.Bool().Draw(t, "tax included"),
	}
	for range number(1, 4, "vehicles") {
		v := drawnVehicle{hourly: number(0, 5000, "hourly"), perKm: number(0, 300, "per km"), quantity: number(1, 6, "quantity"), percent: rapid.Bool().Draw(t, "percent")}
		if v.off = number(0, 30_000, "off"); v.percent {
			v.off = number(0, 10_000, "percent off")
		}
		in.vehicles = append(in.vehicles, v)
	}
	if rapid.Bool().Draw(t, "provider") {
		in.provider = pricing.StoreDiscount{
			Discount: pricing.Discount{Kind: pricing.Percent, Value: number(0, 10_000, "provider percent")}, Active: true,
			MinPurchase: money.Amount(number(0, 100_000, "minimum")), MaxDiscount: money.Amount(number(0, 20_000, "cap")),
		}
	}
	return in
}

func (in drawnTrip) input() pricing.Input {
	trip := pricing.Trip{Type: pricing.Hourly, Hours: in.hours, Metres: in.metres}
	if in.byDistance {
		trip.Type = pricing.ByDistance
	}
	out := pricing.Input{OrderType: pricing.Rental, Store: in.provider, TaxRate: in.taxRate, TaxIncluded: in.taxIncluded, Tip: 500, Delivery: pricing.Delivery{PerKm: 100, Min: 300, Metres: 5000}}
	for _, v := range in.vehicles {
		own := pricing.Discount{Kind: pricing.Flat, Value: v.off}
		if v.percent {
			own.Kind = pricing.Percent
		}
		out.Lines = append(out.Lines, pricing.TripLine(pricing.Rates{Hour: money.Amount(v.hourly), Km: money.Amount(v.perKm)}, trip, v.quantity, own))
	}
	return out
}

type tripAmounts struct{ subtotal, discount, total money.Amount }

func (in drawnTrip) expected() (want tripAmounts) {
	gross, own := make([]int64, len(in.vehicles)), make([]int64, len(in.vehicles))
	var subtotal int64
	for i, v := range in.vehicles {
		gross[i] = v.hourly * in.hours * v.quantity
		if in.byDistance {
			gross[i] = nearest(big.NewRat(v.perKm*in.metres*v.quantity, 1000))
		}
		own[i] = v.off * v.quantity
		if v.percent {
			own[i] = nearest(big.NewRat(gross[i]*v.off, 10_000))
		}
		own[i] = min(own[i], gross[i])
		subtotal += gross[i]
	}
	discounts := in.withProvider(gross, own, subtotal)
	want.subtotal = money.Amount(subtotal)
	for i, off := range discounts {
		left := gross[i] - off
		want.discount += money.Amount(off)
		want.total += money.Amount(left)
		if !in.taxIncluded {
			want.total += money.Amount(nearest(big.NewRat(left*int64(in.taxRate), 10_000)))
		}
	}
	return want
}

// withProvider returns each line's discount: the provider's where it is larger, and no
// more of those together than the cap.
func (in drawnTrip) withProvider(gross, own []int64, subtotal int64) []int64 {
	discounts, theirs := append([]int64{}, own...), make([]int64, len(own))
	var together int64
	for i := range own {
		off := nearest(big.NewRat(gross[i]*in.provider.Value, 10_000))
		if in.provider.Active && subtotal >= int64(in.provider.MinPurchase) && off > own[i] {
			discounts[i], theirs[i] = off, off
			together += off
		}
	}
	limit := int64(in.provider.MaxDiscount)
	if limit == 0 || together <= limit {
		return discounts
	}
	left := limit
	rests := make([]*big.Rat, len(own))
	for i, off := range theirs {
		share := big.NewRat(off*limit, together)
		whole := new(big.Int).Quo(share.Num(), share.Denom()).Int64()
		rests[i] = share.Sub(share, big.NewRat(whole, 1))
		if off > 0 {
			discounts[i] = whole
		}
		left -= whole
	}
	for ; left > 0; left-- {
		best := -1
		for i := range rests {
			if theirs[i] > 0 && (best < 0 || rests[i].Cmp(rests[best]) > 0) {
				best = i
			}
		}
		discounts[best]++
		rests[best] = big.NewRat(-1, 1)
	}
	return discounts
}

// nearest rounds half up.
func nearest(r *big.Rat) int64 {
	doubled := new(big.Int).Add(new(big.Int).Mul(r.Num(), big.NewInt(2)), r.Denom())
	return new(big.Int).Quo(doubled, new(big.Int).Mul(r.Denom(), big.NewInt(2))).Int64()
}
