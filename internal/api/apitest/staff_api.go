package apitest

import (
	"context"
	"testing"

	"hawker/internal/order"
)

// SignInStaff returns a token of a member who was added by the fixture.
func (c *CustomerAPI) SignInStaff(t testing.TB, who order.Staff) string {
	t.Helper()
	token, err := c.Staff.OpenSession(context.Background(), who.ID)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// AsStaff makes a call with a token; body may be nil.
func (c *CustomerAPI) AsStaff(t testing.TB, token, method, path string, body Fields) Response {
	t.Helper()
	if body == nil {
		return c.Call(t, method, path, "", Bearer(token)...)
	}
	return c.Send(t, method, path, body, Bearer(token)...)
}
