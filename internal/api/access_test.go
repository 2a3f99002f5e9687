package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/order"
	"hawker/internal/setting"
	"hawker/internal/signin/signintest"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// This is the proof that nobody reads or changes what is another's (PERM-02,
// P1). It takes its calls from the published document: every one that belongs to
// somebody is made by everybody, about their own, about each other's and about
// what does not exist.

// accessAPI is a town with accounts, and who ordered with whose phone.
type accessAPI struct {
	*apitest.CustomerAPI
	changes   func() int64      // counts the rows that changed
	strangers map[string]string // guests who ordered with a customer's phone: shopper ids, the guest's by the customer's
}

// withAccessAPI runs a case on both engines.
func withAccessAPI(t *testing.T, run func(t *testing.T, c *accessAPI)) {
	t.Helper()
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		c.Notifications.Push = apitest.Pushes{}
		c.OfferDigital()
		c.SetSettings(t, func(s *setting.Settings) {
			s.Storefront.CustomerWallet, s.Storefront.LoyaltyPoints, s.Storefront.ReferralEarning = true, true, true
			s.Rental.DriverLicence = true
		})
		fleet := vehicletest.In(t, c.DB, catalogtest.Of(t, c.DB))
		fleet.Provider(farProvider, nil)
		fleet.Vehicle(accessVehicle, fleet.Provider(nearProvider, nil), func(v *vehicle.Vehicle) { v.CategoryID, v.Units = 1, 9999 })
		run(t, &accessAPI{CustomerAPI: c})
	})
}

// accessVehicle can be rented by everybody, in the module of food.
const accessVehicle = 900

// The providers of vehicles; the vehicle is the first one's.
const (
	nearProvider int64 = 1
	farProvider  int64 = 2
)

// personalCall is a call that belongs to somebody, with its method and the ways to say who.
type personalCall struct {
	method  string
	schemes []string
}

// personal are such calls of the document, by name.
var personal = sync.OnceValue(func() map[string]personalCall {
	calls := map[string]personalCall{}
	for _, item := range api.Document(http.NewServeMux()).Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete, "PATCH": item.Patch} {
			if op == nil || len(op.Security) == 0 || len(staffRoles(op)) > 0 {
				continue
			}
			var schemes []string
			for _, way := range op.Security {
				schemes = append(schemes, slices.Collect(maps.Keys(way))...)
			}
			calls[op.OperationID] = personalCall{method, schemes}
		}
	}
	return calls
})

func TestAccess_PERM02_everyTableHasAnOwner(t *testing.T) {
	withAccessAPI(t, func(t *testing.T, c *accessAPI) {
		for _, table := range signintest.Tables(t, c.DB) {
			if _, is := owned[table]; !is && !slices.Contains(common, table) && !strings.HasPrefix(table, "goose") && !strings.HasPrefix(table, "sqlite") {
				t.Errorf("nobody has said whose the rows of %s are", table)
			}
		}
	})
}

// Each call that writes has a town of its own: every answer is compared with all that is in
// the database.
func TestAccess_PERM02_TRAP_P1_onlyOwnersReadAndChange(t *testing.T) {
	t.Parallel()
	calls := personal()
	if len(calls) < 20 {
		t.Fatalf("only %d calls belong to somebody", len(calls))
	}
	for name := range arguments {
		if _, there := calls[name]; !there {
			t.Errorf("%s is no call of somebody's in the document", name)
		}
	}
	var reading []string
	for name, call := range calls {
		_, covered := arguments[name]
		switch {
		case !covered:
			t.Errorf("there are no arguments for %s: add them", name)
		case call.method == http.MethodGet && prepared[name] == nil:
			reading = append(reading, name)
		default:
			t.Run(name, func(t *testing.T) { proveOwners(t, []string{name}) })
		}
	}
	t.Run("reading", func(t *testing.T) { proveOwners(t, reading) })
}

// proveOwners makes calls in one town, on each engine.
func proveOwners(t *testing.T, names []string) {
	t.Helper()
	calls := personal()
	withAccessAPI(t, func(t *testing.T, c *accessAPI) {
		everybody := c.everybody(t)
		for _, name := range names {
			if prepare := prepared[name]; prepare != nil {
				prepare(t, c)
			}
			call := calls[name]
			(&access{accessAPI: c, name: name, method: call.method, schemes: call.schemes, with: arguments[name], everybody: everybody}).prove(t)
		}
	})
}

// everybody are those who call, each with one of everything: two guests, two
// customers, one who has signed out, one whose guest id is over, and nobody.
func (c *accessAPI) everybody(t *testing.T) []person {
	t.Helper()
	var all []person
	for _, who := range []struct {
		name  string
		guest bool
	}{{"Anoushka", true}, {"Bhaskara", true}, {"Chitrali", false}, {"Devdutta", false}, {"Eshwarya", false}} {
		all = append(all, c.settle(t, who.name, who.guest))
	}
	gone := &all[4]
	gone.over = true
	session, err := c.AccountFixture.Credentials.FindSession(t.Context(), gone.token)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AccountFixture.Credentials.Logout(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	return append(all, person{name: "the guest id of before a sign-in", guestID: all[2].own.formerGuest, over: true}, person{name: "nobody"})
}

// access is one call and those who make it.
type access struct {
	*accessAPI
	name, method string
	schemes      []string
	with         func(*testing.T, *accessAPI, person, things) asked
	everybody    []person
	state        map[string][]string // whose what is, as it was last seen
	contents     string              // of the tables, then
}

// look reads whose what is. Sorting it out takes most of the time of this test, and
// most calls change nothing.
func (a *access) look(t *testing.T) {
	t.Helper()
	contents := ownedText(t, a.accessAPI)
	if a.state != nil && contents == a.contents {
		a.state = maps.Clone(a.state)
		return
	}
	a.state, a.contents = belongings(t, a.accessAPI), contents
}

func (a *access) prove(t *testing.T) {
	a.look(t)
	// What is one's own comes last: it may be gone then.
	for _, by := range a.everybody {
		if !a.names(t, by) {
			continue
		}
		none := a.try(t, by, missing, "what does not exist")
		for _, victim := range a.everybody {
			if victim.shopper == 0 || victim.name == by.name {
				continue
			}
			foreign := a.try(t, by, victim.own.orMissing(), "what is "+victim.name+"'s")
			if foreign.Status != none.Status || foreign.Body != none.Body {
				t.Errorf("%s by %s: another's answers %d %.300s\nwhat does not exist %d %.300s", a.name, by.name, foreign.Status, foreign.Body, none.Status, none.Body)
			}
		}
	}
	for _, by := range a.everybody {
		got := a.try(t, by, by.own.orMissing(), "their own")
		if want := a.expected(by); got.Status/100 != want/100 || want >= 400 && got.Status != want {
			t.Errorf("%s by %s of their own answers %d, want %d: %s", a.name, by.name, got.Status, want, got.Body)
		}
	}
}

// orMissing are things in which what there is none of is what nobody has.
func (of things) orMissing() things {
	for _, pair := range []struct{ have, none *int64 }{
		{&of.line, &missing.line}, {&of.item, &missing.item}, {&of.order, &missing.order}, {&of.address, &missing.address}, {&of.session, &missing.session}, {&of.passkey, &missing.passkey}, {&of.unclaimed, &missing.unclaimed}, {&of.unclaimedTrip, &missing.unclaimedTrip}, {&of.licence, &missing.licence},
	} {
		if *pair.have == 0 {
			*pair.have = *pair.none
		}
	}
	if of.upload == "" {
		of.upload = missing.upload
	}
	if of.payment == "" {
		of.payment = missing.payment
	}
	if of.formerGuest == "" {
		of.formerGuest = missing.formerGuest
	}
	return of
}

// names reports whether the call names anything, so that it can be about another's.
func (a *access) names(t *testing.T, by person) bool {
	equal := cmp.Options{cmp.AllowUnexported(asked{})}
	none := a.with(t, a.accessAPI, by, missing)
	return slices.ContainsFunc(a.everybody, func(p person) bool { return !cmp.Equal(none, a.with(t, a.accessAPI, by, p.own.orMissing()), equal) })
}

// expected is the status of somebody's call about their own.
func (a *access) expected(by person) int {
	open := slices.Contains(a.schemes, "guest") || slices.Contains(a.schemes, "tracking")
	switch {
	case by.over && by.token != "":
		return http.StatusUnauthorized
	case a.name == "postTripPhoto" && by.token == "" && by.own.bookedToken == "": // a form, too
		return http.StatusUnauthorized
	case by.over && open:
		return http.StatusNotFound
	case by.token != "", by.guestID != "" && open, a.name == "listRecommendedItems":
		return http.StatusOK
	case open && a.name != "postUpload": // a form, which another site could send
		return http.StatusNotFound
	}
	return http.StatusUnauthorized
}

// try makes the call, and proves that whatever the answer is nobody else was
// read or changed, and that a refusal changed nothing at all.
func (a *access) try(t *testing.T, by person, of things, what string) apitest.Response {
	t.Helper()
	call := a.with(t, a.accessAPI, by, of)
	before := a.state
	got := a.ask(t, by, a.method, a.schemes, call)
	a.look(t)
	after := maps.Clone(a.state)
	if got.Status < 400 && call.named && of != by.own.orMissing() {
		t.Errorf("%s by %s of %s is answered %d: %s", a.name, by.name, what, got.Status, got.Body)
	}
	if me := fmt.Sprint(by.shopper); got.Status < 400 {
		delete(before, me)
		delete(after, me)
	}
	if !maps.EqualFunc(before, after, slices.Equal) {
		diff := cmp.Diff(before, after)
		t.Errorf("%s by %s of %s answers %d and changes what is not theirs, or though it refuses:\n%s", a.name, by.name, what, got.Status, diff)
	}
	for _, other := range a.everybody {
		if other.shopper != 0 && other.name != by.name && !call.open && strings.Contains(got.Body, other.name) {
			t.Errorf("%s by %s of %s shows what is %s's: %s", a.name, by.name, what, other.name, got.Body)
		}
	}
	return got
}

// A hole in any of these doors would be a status below 400 with somebody else's
// name in it; this is how the proof would see one.
func TestAccess_theTestFindsAMissingCheck(t *testing.T) {
	withAccessAPI(t, func(t *testing.T, c *accessAPI) {
		all := c.everybody(t)
		victim, thief := all[2], all[3]
		before := belongings(t, c)
		if _, err := c.Orders.Cancel(t.Context(), victim.own.order, order.Owner{ShopperID: victim.shopper}, "other"); err != nil {
			t.Fatal(err)
		}
		if cmp.Equal(before[fmt.Sprint(victim.shopper)], belongings(t, c)[fmt.Sprint(victim.shopper)]) {
			t.Error("a canceled order changes nothing that the proof sees")
		}
		if shown := c.Call(t, "GET", fmt.Sprintf("/orders/%d", victim.own.order), "", apitest.Bearer(victim.token)...); !strings.Contains(shown.Body, victim.name) || strings.Contains(shown.Body, thief.name) {
			t.Errorf("an order does not carry its owner's name: %s", shown.Body)
		}
	})
}
