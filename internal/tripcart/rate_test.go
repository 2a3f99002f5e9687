package tripcart_test

import (
	"fmt"
	"testing"

	"hawker/internal/catalog/catalogtest"
	"hawker/internal/money"
	"hawker/internal/tripcart"
	"hawker/internal/vehicle/vehicletest"
)

// rose is the rate of each line of a cart, with what it was when it rose.
func rose(t *testing.T, c tripcart.Cart, err error) (all string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range c.Lines {
		all += fmt.Sprintf(" %d", l.Rate)
		if l.Rose {
			all += fmt.Sprintf(">%d", *l.AddedRate)
		}
	}
	return all
}

func (f fixture) readRose(t *testing.T) string {
	t.Helper()
	c, err := f.Read(t.Context(), f.who, vehicletest.Rental)
	return rose(t, c, err)
}

// put adds one of vehicle 1, whose rate on the screen is known, or 0.
func (f fixture) put(t *testing.T, shown money.Amount) string {
	t.Helper()
	c, err := f.Add(t.Context(), f.who, vehicletest.Rental, tripcart.NewLine{VehicleID: 1, Quantity: 1, Trip: hours(3), Shown: shown})
	return rose(t, c, err)
}

// change changes quantity and trip of the first line.
func (f fixture) change(t *testing.T, quantity int64, w tripcart.Wanted) string {
	t.Helper()
	c, err := f.Read(t.Context(), f.who, vehicletest.Rental)
	if err != nil {
		t.Fatal(err)
	}
	c, err = f.Update(t.Context(), f.who, vehicletest.Rental, c.Lines[0].ID, quantity, w)
	return rose(t, c, err)
}

func TestTripCart_CART08_TRAP_C3_aRateThatRoseIsShownAndAFallIsNot(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		sql := func(query string) func() string {
			return func() string {
				f.Exec(query)
				return f.readRose(t)
			}
		}
		add := func(shown money.Amount) func() string { return func() string { return f.put(t, shown) } }
		edit := func(quantity int64, w tripcart.Wanted) func() string {
			return func() string { return f.change(t, quantity, w) }
		}
		f.Exec(`UPDATE vehicles SET units = 20`)
		for _, step := range []struct {
			name string
			do   func() string
			want string
		}{
			{"added", add(0), " 1000"},
			{"a longer trip", edit(1, hours(3)), " 1000"},
			{"dearer", sql(`UPDATE vehicles SET hourly_price = 1200 WHERE id = 1`), " 1200>1000"},
			{"another quantity", edit(2, tripcart.Wanted{}), " 1200>1000"},
			{"one more, whose rate was not seen", add(0), " 1200>1000"},
			{"one more, on an old page", add(1000), " 1200>1000"},
			{"one more, on a page with the new rate", add(1200), " 1200"},
			{"cheaper", sql(`UPDATE vehicles SET hourly_price = 900 WHERE id = 1`), " 900"},
			{"another quantity", edit(2, tripcart.Wanted{}), " 900"},
			{"as before", sql(`UPDATE vehicles SET hourly_price = 1000 WHERE id = 1`), " 1000>900"},
			{"another type", edit(2, east(1)), " 50"},
			{"farther", edit(2, east(2)), " 50"},
			{"a dearer hour", sql(`UPDATE vehicles SET hourly_price = 2000 WHERE id = 1`), " 50"},
			{"a dearer kilometre", sql(`UPDATE vehicles SET distance_price = 60 WHERE id = 1`), " 60>50"},
			{"by the hour again", edit(1, hours(3)), " 2000"},
			{"a discount", sql(`UPDATE vehicles SET discount_type = 'percent', discount = 1000 WHERE id = 1`), " 1800"},
			{"with another quantity", edit(2, tripcart.Wanted{}), " 1800"},
			{"its end", sql(`UPDATE vehicles SET discount = 0 WHERE id = 1`), " 2000>1800"},
			{"a line of before", sql(`UPDATE trip_cart_lines SET added_rate = NULL`), " 2000"},
			{"which is changed", edit(1, tripcart.Wanted{}), " 2000"},
			{"dearer", sql(`UPDATE vehicles SET hourly_price = 2100 WHERE id = 1`), " 2100>2000"},
			{"no longer by the hour", sql(`UPDATE vehicles SET hourly_price = 0 WHERE id = 1`), " 0"},
		} {
			if got := step.do(); got != step.want {
				t.Errorf("%s:%s, want%s", step.name, got, step.want)
			}
		}
	})
}

// The page shows an older rate than the one that the vehicle is added for.
func TestTripCart_CART08_TRAP_C3_aRiseWhileItWasOnTheScreenStaysOne(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		if got := f.put(t, 900); got != " 1000>900" {
			t.Errorf("added:%s", got)
		}
		if got := f.readRose(t); got != " 1000>900" {
			t.Errorf("read again:%s", got)
		}
		if got := f.put(t, 1000); got != " 1000" {
			t.Errorf("one more, on a page with the new rate:%s", got)
		}
	})
}

func TestMerge_CART08_TRAP_C3_keepsTheLowerRate(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		f.Insert("shoppers", catalogtest.Row{"id": 6, "created_at": 0})
		mine := f
		mine.who = 6
		for _, id := range []int64{2, 1} { // 2 is only in the account
			if err := mine.add(t, id, 1, hours(3)); err != nil {
				t.Fatal(err)
			}
		}
		f.Exec(`UPDATE vehicles SET hourly_price = hourly_price + 100`)
		if err := f.add(t, 1, 1, hours(3)); err != nil {
			t.Fatal(err)
		}
		if conflict := f.merge(t, 6); conflict != "" {
			t.Fatal(conflict)
		}
		if got := mine.readRose(t); got != " 1100>1000 2100>2000" {
			t.Errorf("merged:%s", got)
		}
	})
}
