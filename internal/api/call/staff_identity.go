package call

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/errs"
	"hawker/internal/staff"
)

// Which staff may make a call, by the token of POST /staff/login.
var (
	Vendors         = []map[string][]string{{string(staff.Vendor): {ofStore}}}
	ProviderVendors = []map[string][]string{{string(staff.Vendor): {ofProvider}}}
	AnyVendors      = byRoles(staff.Vendor)
	Riders          = byRoles(staff.Rider)
	Admins          = byRoles(staff.Admin)
	// AllStaff: each gets what is theirs.
	AllStaff = byRoles(staff.Vendor, staff.Rider, staff.Admin)
)

// Where a vendor works.
const (
	ofStore    = "store"
	ofProvider = "provider"
)

func byRoles(roles ...staff.Role) (who []map[string][]string) {
	for _, role := range roles {
		who = append(who, map[string][]string{string(role): {}})
	}
	return who
}

// staffSchemes describe them for the document.
func staffSchemes() map[string]*huma.SecurityScheme {
	schemes := map[string]*huma.SecurityScheme{}
	for role, whose := range map[staff.Role]string{
		staff.Vendor: "A vendor's session: the orders of the own store, or the trips of the own provider.",
		staff.Rider:  "A rider's session: the deliveries of the own zone.",
		staff.Admin:  "An admin's session: all orders.",
	} {
		schemes[string(role)] = &huma.SecurityScheme{Type: "http", Scheme: "bearer", Description: whose}
	}
	return schemes
}

// staffRole may make a call.
type staffRole struct {
	staff.Role
	of []string // where a vendor works; none: anywhere
}

// rolesOf returns the roles that may make a call; none: it is no call of the staff.
func rolesOf(who []map[string][]string) (roles []staffRole) {
	for _, way := range who {
		for _, role := range []staff.Role{staff.Vendor, staff.Rider, staff.Admin} {
			if of, is := way[string(role)]; is {
				roles = append(roles, staffRole{role, of})
			}
		}
	}
	return roles
}

// includes reports whether a member has the role.
func (r staffRole) includes(m staff.Member) bool {
	if r.Role != m.Role {
		return false
	}
	place := ofStore
	if m.Provider() != 0 {
		place = ofProvider
	}
	return len(r.of) == 0 || slices.Contains(r.of, place)
}

var (
	errStaffOnly = errs.New(errs.Unauthorized, "Please sign in.")
	errRole      = errs.New(errs.Forbidden, "Your role does not include this.")
)

type (
	staffKey      struct{}
	staffTokenKey struct{}
)

// serveStaff makes a call of the staff, if the session is of one of the roles.
func (i Identity) serveStaff(a huma.API, ctx huma.Context, roles []staffRole, next func(huma.Context)) {
	token, given := bearer(ctx.Header("Authorization"))
	if !given || i.Staff == nil {
		Refuse(a, ctx, errStaffOnly)
		return
	}
	session, err := i.Staff.FindSession(ctx.Context(), token)
	if err == nil && !slices.ContainsFunc(roles, func(r staffRole) bool { return r.includes(session.Member) }) {
		err = errRole
	}
	if err != nil {
		Refuse(a, ctx, err)
		return
	}
	next(huma.WithValue(huma.WithValue(ctx, staffKey{}, session), staffTokenKey{}, token))
	if ctx.Method() != http.MethodGet && i.Changed != nil {
		i.Changed(StaffStreams(session.Member.ID))
	}
}

// Member returns the session of a call of the staff.
func Member(ctx context.Context) staff.Session {
	session, _ := ctx.Value(staffKey{}).(staff.Session)
	return session
}

// CurrentMember is Current for a call of the staff.
func (i Identity) CurrentMember(ctx context.Context) (staff.Session, error) {
	token, _ := ctx.Value(staffTokenKey{}).(string)
	return i.Staff.FindSession(ctx, token)
}

// StaffStreams names the event streams of a member of staff, which are to check their
// session again.
func StaffStreams(staffID int64) string { return fmt.Sprint("staff ", staffID) }
