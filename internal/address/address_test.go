package address_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/address"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/order/ordertest"
)

type fixture struct {
	*ordertest.Fixture
	addresses *address.Service
	me, other int64
}

func engines(t *testing.T, run func(t *testing.T, d fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := fixture{Fixture: ordertest.Open(t, open(t))}
		d.addresses = address.New(d.DB, d.Clock, d.Settings, d.Zones)
		d.me, _ = d.Customer(t)
		d.other, _ = d.Customer(t)
		run(t, d)
	})
}

// hill returns a valid address, changed by edit.
func hill(edit func(*address.Input)) address.Input {
	in := address.Input{
		Kind: address.Home, Address: "2 Hill Street", Latitude: ordertest.Door.Lat, Longitude: ordertest.Door.Lng,
		Name: "Asha Rao", Phone: "+12025550123",
	}
	if edit != nil {
		edit(&in)
	}
	return in
}

// house returns a valid address in a house of its own.
func house(n int) address.Input {
	return hill(func(in *address.Input) { in.House = strconv.Itoa(n) })
}

func (d fixture) add(t *testing.T, who int64, in address.Input) int64 {
	t.Helper()
	id, err := d.addresses.Add(t.Context(), who, in)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (d fixture) list(t *testing.T, who int64) []address.Address {
	t.Helper()
	all, err := d.addresses.List(t.Context(), who)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestAdd_ADDR07_storesTheAddressAndItsZones(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		whole := address.Input{
			Kind: "Selected Address", Label: " Mum ", Address: " 2 Hill Street ", Latitude: ordertest.Door.Lat, Longitude: ordertest.Door.Lng,
			Name: " Asha Rao ", Phone: "(202) 555-0123", Information: "blue door", House: "12", Floor: "3", Road: "Hill Street",
		}
		id := d.add(t, d.me, whole)
		want := whole
		want.Kind, want.Label, want.Address, want.Name, want.Phone = address.Other, "Mum", "2 Hill Street", "Asha Rao", "+12025550123"
		got, err := d.addresses.Get(t.Context(), d.me, id)
		if err != nil || got.Input != want || !slices.Equal(got.Zones, []int64{ordertest.ZoneID}) {
			t.Errorf("stored %+v, %v\nwant %+v", got, err, want)
		}
		d.Clock.Advance(time.Minute)
		second := d.add(t, d.me, hill(func(in *address.Input) { in.Label = "no label of a home" }))
		if all := d.list(t, d.me); len(all) != 2 || all[0].ID != second || all[0].Label != "" || all[1].ID != id {
			t.Errorf("the newest first: %+v", all)
		}
		d.Clock.Advance(time.Minute)
		if err := d.addresses.MarkUsed(t.Context(), d.me, id); err != nil {
			t.Fatal(err)
		}
		if all := d.list(t, d.me); all[0].ID != id {
			t.Errorf("the one used last is not first: %+v", all)
		}
		d.Exec(t, `UPDATE zones SET active = FALSE`)
		d.Clock.Advance(time.Minute)
		if all := d.list(t, d.me); len(all) != 2 || all[0].Zones == nil || len(all[0].Zones) != 0 {
			t.Errorf("without zones: %+v", all)
		}
	})
}

func TestSetDefault_keepsOneDefault(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		first, second, others := d.add(t, d.me, hill(nil)), d.add(t, d.me, house(2)), d.add(t, d.other, hill(nil))
		chosen := func(who int64) (ids []int64) {
			for _, a := range d.list(t, who) {
				if a.IsDefault {
					ids = append(ids, a.ID)
				}
			}
			return ids
		}
		set := func(who, id int64, isDefault bool) error {
			return d.addresses.SetDefault(t.Context(), who, id, isDefault)
		}
		for _, id := range []int64{first, second, second} {
			if err := set(d.me, id, true); err != nil || !slices.Equal(chosen(d.me), []int64{id}) {
				t.Errorf("%v, the default is %v, want %d", err, chosen(d.me), id)
			}
		}
		if err := set(d.other, others, true); err != nil {
			t.Fatal(err)
		}
		for _, id := range []int64{others, 999999} {
			if err := set(d.me, id, true); !errs.Is(err, errs.NotFound) {
				t.Errorf("another's: %v", err)
			}
			if err := set(d.me, id, false); !errs.Is(err, errs.NotFound) {
				t.Errorf("another's, no longer: %v", err)
			}
		}
		if !slices.Equal(chosen(d.me), []int64{second}) || !slices.Equal(chosen(d.other), []int64{others}) {
			t.Errorf("after the refused calls %v and %v", chosen(d.me), chosen(d.other))
		}
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				if err := set(d.me, []int64{first, second}[i%2], true); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if len(chosen(d.me)) != 1 {
			t.Errorf("set at once: %v", chosen(d.me))
		}
		if err := errors.Join(set(d.me, first, true), d.addresses.Update(t.Context(), d.me, first, hill(nil))); err != nil || !slices.Equal(chosen(d.me), []int64{first}) {
			t.Errorf("a change of the address: %v, the default is %v", err, chosen(d.me))
		}
		if err := set(d.me, first, false); err != nil || len(chosen(d.me)) != 0 {
			t.Errorf("none any more: %v, %v", err, chosen(d.me))
		}
	})
}

func TestAddress_ADDR04_HDR09_TRAP_Z2_messages(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		const notServed = "address: We do not deliver to this place yet. Please choose another one."
		kept := d.add(t, d.me, hill(nil))
		for name, tt := range map[string]struct {
			edit func(*address.Input)
			want []string
		}{
			"nothing": {func(in *address.Input) { in.Address, in.Name, in.Phone = " ", "", "\t" },
				[]string{"address: Address is required", "contact_person_name: Name is required", "contact_person_number: Phone Number is required"}},
			"no phone":              {func(in *address.Input) { in.Phone = "call me" }, []string{"contact_person_number: Please enter a valid phone number."}},
			"too short":             {func(in *address.Input) { in.Phone = "+1202" }, []string{"contact_person_number: Please enter a valid phone number."}},
			"out at sea":            {func(in *address.Input) { in.Latitude = 0 }, []string{notServed}},
			"out at sea, in rental": {func(in *address.Input) { in.Latitude, in.Rental = 0, true }, []string{"address: Pickup is not possible at this place yet. Please choose another one."}},
			"not on earth":          {func(in *address.Input) { in.Latitude = 91 }, []string{"latitude: This is not a position on earth.", notServed}},
		} {
			_, added := d.addresses.Add(t.Context(), d.me, hill(tt.edit))
			updated := d.addresses.Update(t.Context(), d.me, kept, hill(tt.edit))
			for what, err := range map[string]error{"add": added, "update": updated} {
				var got []string
				for _, e := range errs.All(err) {
					got = append(got, fmt.Sprintf("%s: %s", e.Field, e.Message))
				}
				if !slices.Equal(got, tt.want) || !errs.Is(err, errs.Invalid) {
					t.Errorf("%s, %s: %q, want %q", name, what, got, tt.want)
				}
			}
		}
		if all := d.list(t, d.me); len(all) != 1 || all[0].Input != hill(nil) {
			t.Errorf("after all refusals: %+v", all)
		}
	})
}

func TestAddress_PERM02_doesNotExistForOthers(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		id := d.add(t, d.me, hill(nil))
		ask := func(who, id int64) [4]error {
			_, get := d.addresses.Get(t.Context(), who, id)
			bad := d.addresses.Update(t.Context(), who, id, address.Input{})
			good := d.addresses.Update(t.Context(), who, id, hill(func(in *address.Input) { in.Name = "Mallory" }))
			return [4]error{get, bad, good, d.addresses.Delete(t.Context(), who, id)}
		}
		if foreign, missing := ask(d.other, id), ask(d.other, 999999); foreign != missing || !errs.Is(foreign[0], errs.NotFound) {
			t.Errorf("foreign %v, missing %v", foreign, missing)
		}
		if err := d.addresses.MarkUsed(t.Context(), d.other, id); !errs.Is(err, errs.NotFound) {
			t.Errorf("using another's: %v", err)
		}
		if len(d.list(t, d.other)) != 0 || d.list(t, d.me)[0].Input != hill(nil) {
			t.Error("another's address was read or changed")
		}
		if err := d.addresses.Update(t.Context(), d.me, id, hill(func(in *address.Input) { in.House = "7" })); err != nil || d.list(t, d.me)[0].House != "7" {
			t.Errorf("one's own cannot be changed: %v", err)
		}
		if err := d.addresses.Delete(t.Context(), d.me, id); err != nil || len(d.list(t, d.me)) != 0 {
			t.Errorf("one's own cannot be deleted: %v", err)
		}
	})
}

func TestAdd_allowsFiftyOfManyAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		for n := range address.Max - 3 {
			d.add(t, d.me, house(n))
		}
		var all sync.WaitGroup
		var refused atomic.Int64
		for n := range 8 {
			all.Go(func() {
				if _, err := d.addresses.Add(t.Context(), d.me, house(100+n)); errs.Is(err, errs.Invalid) {
					refused.Add(1)
				} else if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := len(d.list(t, d.me)); n != address.Max || refused.Load() != 5 {
			t.Errorf("%d are kept, %d were refused", n, refused.Load())
		}
		d.add(t, d.other, hill(nil))
	})
}

func TestAdd_ADDR01_theSameAgainIsTheOneThatIsThere(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		for n := range address.Max - 1 {
			d.add(t, d.me, house(n))
		}
		var all sync.WaitGroup
		ids := make([]int64, 4)
		for n := range ids {
			all.Go(func() {
				var err error
				if ids[n], err = d.addresses.Add(t.Context(), d.me, house(100)); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if len(d.list(t, d.me)) != address.Max || len(slices.Compact(ids)) != 1 {
			t.Errorf("sent at once: %d are kept, ids %v", len(d.list(t, d.me)), ids)
		}
		d.Clock.Advance(time.Minute)
		first := d.add(t, d.me, hill(func(in *address.Input) { in.House = " 0 " }))
		if kept := d.list(t, d.me); len(kept) != address.Max || kept[0].ID != first {
			t.Errorf("%d are kept, and the one used last is %+v, want %d", len(kept), kept[0], first)
		}
		if theirs := d.add(t, d.other, house(100)); theirs == ids[0] {
			t.Error("it is another customer's")
		}
	})
}

func TestErase_PROF05_deletesOnlyTheCustomersAddresses(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		d.add(t, d.me, hill(nil))
		d.add(t, d.other, hill(nil))
		err := db.InTx(t.Context(), d.DB, func(tx *db.Tx) error { return d.addresses.Erase(t.Context(), tx, d.me) })
		if err != nil || len(d.list(t, d.me)) != 0 || len(d.list(t, d.other)) != 1 {
			t.Errorf("%v, mine %d, others %d", err, len(d.list(t, d.me)), len(d.list(t, d.other)))
		}
		d.Exec(t, `UPDATE customers SET erased_at = 1 WHERE id = $1`, d.me)
		if _, err := d.addresses.Add(t.Context(), d.me, hill(nil)); !errs.Is(err, errs.NotFound) {
			t.Errorf("an erased customer: %v", err)
		}
	})
}

// The limits apply to every caller, not only to the API.
func TestAdd_ADDR07_refusesLongTexts(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		long := strings.Repeat("é", 501)
		in := hill(func(in *address.Input) {
			in.Kind, in.Label, in.Address, in.Name, in.Information, in.House, in.Floor, in.Road = address.Other, long, long, long, long, long, long, long
		})
		_, err := d.addresses.Add(t.Context(), d.me, in)
		var fields []string
		for _, e := range errs.All(err) {
			if e.Message == "This text is too long." {
				fields = append(fields, e.Field)
			}
		}
		want := []string{"address", "address_label", "contact_person_name", "additional_information", "house", "floor", "road"}
		if !slices.Equal(fields, want) {
			t.Errorf("refused %v, want %v", fields, want)
		}
		for _, odd := range []float64{1e308, math.NaN(), math.Inf(1)} {
			if _, err := d.addresses.Add(t.Context(), d.me, hill(func(in *address.Input) { in.Latitude = odd })); !errs.Is(err, errs.Invalid) {
				t.Errorf("latitude %v: %v", odd, err)
			}
		}
		if all := d.list(t, d.me); len(all) != 0 {
			t.Errorf("stored %d", len(all))
		}
	})
}
