package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/db/dbtest"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
)

// This is the same proof for the staff: every call of theirs, taken from the published
// document, is made by every kind of caller, about their own, about another store's or
// zone's, and about what does not exist.

// staffRoles are the roles that may make a call; none: it is no call of the staff.
func staffRoles(op *huma.Operation) (roles []string) {
	for _, way := range op.Security {
		for _, role := range []string{"vendor", "rider", "admin"} {
			if _, is := way[role]; is {
				roles = append(roles, role)
			}
		}
	}
	return roles
}

// staffCalls are the calls of the staff by operation id.
func staffCalls() map[string]*huma.Operation {
	calls := map[string]*huma.Operation{}
	for _, item := range api.Document(http.NewServeMux()).Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete, item.Patch} {
			if op != nil && len(staffRoles(op)) > 0 {
				calls[op.OperationID] = op
			}
		}
	}
	return calls
}

// staffArguments say how each call is made about a workplace, and whether it names what
// another workplace may have.
var staffArguments = map[string]struct {
	named bool
	ask   func(w workplace) (path string, body apitest.Fields)
}{
	"staffLogout":      {false, func(workplace) (string, apitest.Fields) { return "/staff/logout", nil }},
	"getStaff":         {false, func(workplace) (string, apitest.Fields) { return "/staff/me", nil }},
	"watchStaff":       {false, func(workplace) (string, apitest.Fields) { return "/staff/events", nil }},
	"listVendorOrders": {false, func(workplace) (string, apitest.Fields) { return "/vendor/orders?state=open", nil }},
	"getVendorOrder":   {true, func(w workplace) (string, apitest.Fields) { return fmt.Sprint("/vendor/orders/", w.pending), nil }},
	"moveVendorOrder":  {true, moves("vendor", func(w workplace) int64 { return w.pending }, "confirmed")},
	"listVendorItems":  {false, func(workplace) (string, apitest.Fields) { return "/vendor/items", nil }},
	"putVendorStock": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/items/%d/stock", w.item), apitest.Fields{"stock": 7}
	}},
	"answerVendorPrescription": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/vendor/prescriptions/", w.prescribed), apitest.Fields{"approve": true}
	}},
	"answerAdminPrescription": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/prescriptions/", w.prescribed), apitest.Fields{"approve": false, "reason": "Too old"}
	}},
	"decideRefund": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/refunds/", w.delivered), apitest.Fields{"approve": true, "whole": true, "reason": "Sorry"}
	}},
	"listOfflinePayments": {false, func(workplace) (string, apitest.Fields) { return "/admin/offline-payments", nil }},
	"decideOfflinePayment": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/offline-payments/", w.sent), apitest.Fields{"sending": 1, "received": true}
	}},
	"notePaidBack": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/offline-payments/%d/paid-back", w.owed), apitest.Fields{"to_pay_back": w.owedAmount}
	}},
	"listPaymentProblems": {false, func(workplace) (string, apitest.Fields) { return "/admin/payment-problems", nil }},
	"decideCharge": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/held-charges/", w.held), apitest.Fields{"action": "settle", "note": "A note"}
	}},
	"decideFailedRefund": {false, func(w workplace) (string, apitest.Fields) {
		return "/admin/failed-refunds/" + w.stuck, apitest.Fields{"action": "settle", "note": "A note"}
	}},
	"listVendorReviews": {false, func(workplace) (string, apitest.Fields) { return "/vendor/reviews", nil }},
	"putVendorReply": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/reviews/%d/reply", w.review), apitest.Fields{"reply": "Sorry"}
	}},
	"listAdminReviews": {false, func(workplace) (string, apitest.Fields) { return "/admin/reviews", nil }},
	"putReviewHidden": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/reviews/%d/hidden", w.review), apitest.Fields{"hidden": true}
	}},
	"getVendorUpload": {true, func(w workplace) (string, apitest.Fields) { return "/vendor/uploads/" + w.image, nil }},
	"getAdminUpload":  {false, func(w workplace) (string, apitest.Fields) { return "/admin/uploads/" + w.image, nil }},
	"listRiderOrders": {false, func(workplace) (string, apitest.Fields) { return "/rider/orders", nil }},
	"acceptRiderOrder": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/rider/orders/%d/accept", w.offered), nil
	}},
	"moveRiderOrder": {true, moves("rider", func(w workplace) int64 { return w.accepted }, "picked_up")},
	"postRiderPosition": {false, func(workplace) (string, apitest.Fields) {
		return "/rider/position", apitest.Fields{"latitude": -11.4, "longitude": 65.2}
	}},
	"listAdminOrders":          {false, func(workplace) (string, apitest.Fields) { return "/admin/orders", nil }},
	"getAdminOrder":            {false, func(w workplace) (string, apitest.Fields) { return fmt.Sprint("/admin/orders/", w.pending), nil }},
	"listVendorVehicleReviews": {false, func(workplace) (string, apitest.Fields) { return "/vendor/vehicle-reviews", nil }},
	"putVendorVehicleReply": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/vehicle-reviews/%d/reply", w.vehicleReview), apitest.Fields{"reply": "Sorry"}
	}},
	"listAdminVehicleReviews": {false, func(workplace) (string, apitest.Fields) { return "/admin/vehicle-reviews", nil }},
	"putVehicleReviewHidden": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/vehicle-reviews/%d/hidden", w.vehicleReview), apitest.Fields{"hidden": true}
	}},
	"listAdminTrips": {false, func(workplace) (string, apitest.Fields) { return "/admin/trips", nil }},
	"getAdminTrip":   {false, func(w workplace) (string, apitest.Fields) { return fmt.Sprint("/admin/trips/", w.trip), nil }},
	"moveAdminTrip": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/trips/%d/status", w.trip), apitest.Fields{"status": "confirmed"}
	}},
	"decideTripRefund": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/trips/%d/refund", w.returned), apitest.Fields{"approve": true, "whole": true, "reason": "Sorry"}
	}},
	"postVendorTripPhoto": {true, func(w workplace) (string, apitest.Fields) { return fmt.Sprintf("/vendor/trips/%d/photos", w.trip), nil }},
	"postAdminTripPhoto":  {false, func(w workplace) (string, apitest.Fields) { return fmt.Sprintf("/admin/trips/%d/photos", w.trip), nil }},
	"getVendorTripPhoto": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/trips/%d/photos/%s", w.trip, w.photo), nil
	}},
	"getAdminTripPhoto": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/trips/%d/photos/%s", w.trip, w.photo), nil
	}},
	"checkVendorLicence": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/trips/%d/driver-licence", w.trip), apitest.Fields{"licence_id": w.licence, "approve": true}
	}},
	"checkAdminLicence": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/trips/%d/driver-licence", w.trip), apitest.Fields{"licence_id": w.licence, "approve": false, "reason": "Dark"}
	}},
	"getVendorLicenceImage": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/trips/%d/driver-licence/%s", w.trip, w.front), nil
	}},
	"getAdminLicenceImage": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/trips/%d/driver-licence/%s", w.trip, w.front), nil
	}},
	"listApplications": {false, func(workplace) (string, apitest.Fields) { return "/admin/applications", nil }},
	"getAdminApplication": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/applications/", w.application), nil
	}},
	"decideApplication": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/applications/", w.application), apitest.Fields{"approve": true}
	}},
	"getApplicationImage": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/applications/%d/images/%s", w.application, w.applicationImage), nil
	}},
	"getVendorStore": {false, func(workplace) (string, apitest.Fields) { return "/vendor/store", nil }},
	"putVendorHours": {false, func(workplace) (string, apitest.Fields) {
		return "/vendor/store/hours", apitest.Fields{"week": []apitest.Fields{{"day": 1, "opens": "09:00", "closes": "17:00"}}}
	}},
	"listVendorTrips": {false, func(workplace) (string, apitest.Fields) { return "/vendor/trips?state=new", nil }},
	"getVendorTrip":   {true, func(w workplace) (string, apitest.Fields) { return fmt.Sprint("/vendor/trips/", w.trip), nil }},
	"moveVendorTrip": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/trips/%d/status", w.trip), apitest.Fields{"status": "confirmed"}
	}},
	"settleReport": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/conversations/%d/settle", w.reported), apitest.Fields{"closed": true}
	}},
	"moveAdminOrder": {false, moves("admin", func(w workplace) int64 { return w.pending }, "canceled")},
}

func moves(role string, of func(workplace) int64, to string) func(workplace) (string, apitest.Fields) {
	return func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/%s/orders/%d/status", role, of(w)), apitest.Fields{"status": to, "reason": "A reason"}
	}
}

// The calls about conversations are the same for each role.
func init() {
	for name, prefix := range map[string]string{"Vendor": "/vendor", "Rider": "/rider", "Admin": "/admin"} {
		say := func(operation, path string, body apitest.Fields) {
			staffArguments[operation] = struct {
				named bool
				ask   func(w workplace) (path string, body apitest.Fields)
			}{name != "Admin" && strings.Contains(path, "%d"), func(w workplace) (string, apitest.Fields) {
				of := map[string]int64{"Vendor": w.withStore, "Rider": w.withRider, "Admin": w.withSupport}[name]
				return prefix + "/conversations" + strings.Replace(strings.Replace(path, "%d", fmt.Sprint(of), 1), "%s", w.images[of], 1), body
			}}
		}
		say("list"+name+"Conversations", "", nil)
		say("list"+name+"Messages", "/%d/messages", nil)
		say("send"+name+"Message", "/%d/messages", apitest.Fields{"client_id": "message-2", "text": "Hello"})
		say("mark"+name+"Messages", "/%d/read", apitest.Fields{"read": 1})
		say("block"+name+"Conversation", "/%d/block", apitest.Fields{"blocked": true})
		if name != "Admin" {
			say("report"+name+"Conversation", "/%d/report", apitest.Fields{"reason": "Rude"})
		}
		say("post"+name+"ConversationImage", "/%d/images", nil)
		say("get"+name+"ConversationImage", "/%d/images/%s", nil)
	}
}

func TestAccess_PERM03_TRAP_P1_eachCallOfTheStaffIsBehindItsRoleAndPlace(t *testing.T) {
	withAccessAPI(t, func(t *testing.T, c *accessAPI) {
		calls := staffCalls()
		c.changes = dbtest.CountChanges(t, c.DB)
		reading := c.hire(t)
		for _, name := range slices.Sorted(maps.Keys(calls)) {
			if _, covered := staffArguments[name]; !covered {
				t.Errorf("nobody has said how %s is made: add it to staffArguments", name)
				continue
			}
			t.Run(name, func(t *testing.T) {
				s := reading
				if calls[name].Method != http.MethodGet {
					before := c.changes()
					if s = c.hire(t); c.changes() == before {
						t.Error("the test would not notice a change")
					}
				}
				s.prove(t, calls[name])
			})
		}
		if len(calls) != len(staffArguments) {
			t.Errorf("%d calls in the document, %d in staffArguments", len(calls), len(staffArguments))
		}
	})
}

// prove makes a call as everybody. What is allowed comes last: it changes things.
func (s *staffAPI) prove(t *testing.T, op *huma.Operation) {
	roles, with := staffRoles(op), staffArguments[op.OperationID]
	if strings.HasSuffix(op.Path, "/photos") {
		s.SetSettings(t, func(c *setting.Settings) { c.Rental.Photos = true })
		s.Exec(t, `UPDATE trips SET status = 'confirmed'`)
	}
	refuse := func(by, token string, of workplace, status int) apitest.Response {
		t.Helper()
		before := s.changes()
		path, body := with.ask(of)
		got := s.send(t, op, token, path, body)
		if got.Status != status {
			t.Errorf("by %s: %d %.200s, want %d", by, got.Status, got.Body, status)
		}
		if s.changes() != before {
			t.Errorf("by %s: refused with %d, and something has changed", by, got.Status)
		}
		return got
	}
	for by, token := range s.nobodies {
		refuse(by, token, s.here, http.StatusUnauthorized)
	}
	insiders, outsider := s.insiders(op)
	if outsider != "" {
		refuse("the other kind of vendor", outsider, s.here, http.StatusForbidden)
	}
	for role, token := range insiders {
		if !slices.Contains(roles, role) {
			refuse("a "+role, token, s.here, http.StatusForbidden)
		} else if with.named {
			none, other := refuse("a "+role, token, nothingThere, http.StatusNotFound), refuse("a "+role+" of elsewhere", token, s.there, http.StatusNotFound)
			if none.Body != other.Body {
				t.Errorf("another place's answers %s\nwhat does not exist %s", other.Body, none.Body)
			}
		}
	}
	for role, token := range insiders {
		if !slices.Contains(roles, role) {
			continue
		}
		path, body := with.ask(s.here)
		got := s.send(t, op, token, path, body)
		if got.Status >= 300 {
			t.Errorf("by a %s of their own: %d %s", role, got.Status, got.Body)
		}
		if role != "admin" && (strings.Contains(got.Body, s.there.customer) || strings.Contains(got.Body, s.there.streetOf)) {
			t.Errorf("a %s reads what is another place's: %s", role, got.Body)
		}
	}
}

// send makes a call; one that takes an image with a form.
func (s *staffAPI) send(t *testing.T, op *huma.Operation, token, path string, body apitest.Fields) apitest.Response {
	t.Helper()
	fields := map[string]string{}
	switch {
	case op.Method != http.MethodPost:
		return s.AsStaff(t, token, op.Method, path, body)
	case strings.HasSuffix(op.Path, "/photos"):
		fields["phase"] = "before"
	case !strings.HasSuffix(op.Path, "/images"):
		return s.AsStaff(t, token, op.Method, path, body)
	}
	form, kind := apitest.ProfileForm(t, fields, ordertest.Image())
	return s.Call(t, op.Method, path, form, append(apitest.Bearer(token), "Content-Type", kind)...)
}

// insiders are those of a call's roles. The other kind of vendor is outside; "": the call is
// for both, or for no vendor.
func (s *staffAPI) insiders(op *huma.Operation) (inside map[string]string, outside string) {
	inside = map[string]string{"vendor": s.here.vendor, "rider": s.here.rider, "admin": s.admin}
	for _, way := range op.Security {
		switch of := way["vendor"]; {
		case slices.Equal(of, []string{"store"}):
			outside = s.here.renter
		case slices.Equal(of, []string{"provider"}):
			inside["vendor"], outside = s.here.renter, s.here.vendor
		}
	}
	return inside, outside
}

// A session of the staff opens nothing of a shopper's.
func TestAccess_PERM02_staffAreNoShoppers(t *testing.T) {
	withAccessAPI(t, func(t *testing.T, c *accessAPI) {
		s := c.hire(t)
		for name, op := range personal() {
			if !slices.Contains(op.schemes, "bearer") || arguments[name] == nil {
				continue
			}
			for role, token := range map[string]string{"vendor": s.here.vendor, "rider": s.here.rider, "admin": s.admin} {
				by := person{name: role, token: token}
				got := c.ask(t, by, op.method, []string{"bearer"}, arguments[name](t, c, by, missing))
				if got.Status != http.StatusUnauthorized {
					t.Errorf("%s by a %s: %d %.200s", name, role, got.Status, got.Body)
				}
			}
		}
	})
}

// The calls of the staff stand below their role's name, and no other call does.
func TestDocument_PERM03_staffCallsHavePathsOfTheirOwn(t *testing.T) {
	t.Parallel()
	for path, item := range api.Document(http.NewServeMux()).Paths {
		first := strings.Split(path, "/")[1]
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete, item.Patch} {
			if op == nil || op.OperationID == "staffLogin" {
				continue
			}
			want := slices.Contains([]string{"staff", "vendor", "rider", "admin"}, first)
			if is := len(staffRoles(op)) > 0; is != want {
				t.Errorf("%s: a call of the staff %t, below a role's path %t", path, is, want)
			}
			if roles := staffRoles(op); first != "staff" && want && !slices.Equal(roles, []string{first}) {
				t.Errorf("%s is for %q", path, roles)
			}
		}
	}
}
