package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"hawker/internal/api/call"
	"hawker/internal/staff"
)

// crew are the accounts of the simulated staff: one vendor for each store and provider, riders for
// each zone, and one admin. They are made when they are first needed. They have no
// password, so that nobody can sign in as them: their sessions are opened in this
// process.
type crew struct {
	accounts *staff.Service
	api      http.Handler

	mu     sync.Mutex
	tokens map[string]string // by e-mail
}

const crewDomain = "@crew.port-saffron.example"

// dispatcher sees all orders.
var dispatcher = staff.NewMember{Email: "dispatch" + crewDomain, Name: "Dispatch", Role: staff.Admin}

func cookOf(store storeView) staff.NewMember {
	return staff.NewMember{Email: fmt.Sprintf("store-%d%s", store.ID, crewDomain), Name: store.Name, Role: staff.Vendor, StoreID: store.ID}
}

// renterOf is the vendor of a trip's provider.
func renterOf(t tripView) staff.NewMember {
	return staff.NewMember{Email: fmt.Sprintf("provider-%d%s", t.ProviderID, crewDomain), Name: t.ProviderName, Role: staff.Vendor, ProviderID: t.ProviderID}
}

// riderNames and vehicles are given to the riders of a zone in turn.
var (
	riderNames = []string{"Ravi", "Amina", "Tomas", "Leila", "Kofi", "Mei"}
	vehicles   = []string{"Scooter", "Bicycle", "Scooter", "Motorcycle", "Bicycle", "Scooter"}
)

// maxRiders is how many riders a zone has at most.
const maxRiders = 100

// riderOf is a rider of a zone. The phone tells which one.
func riderOf(zoneID int64, number int) staff.NewMember {
	return staff.NewMember{
		Email: fmt.Sprintf("rider-%d-%d%s", zoneID, number, crewDomain), Name: riderNames[number%len(riderNames)], Role: staff.Rider, ZoneID: zoneID,
		Vehicle: vehicles[number%len(vehicles)], Phone: riderPhone(zoneID, number),
	}
}

// riderPhone is a number that nobody has.
func riderPhone(zoneID int64, number int) string {
	return fmt.Sprintf("+1202555%04d", (zoneID%100)*maxRiders+int64(number))
}

// numberOf returns which rider of the zone has this phone; false: a person has.
func numberOf(zoneID int64, phone string) (int, bool) {
	for number := range maxRiders {
		if phone == riderPhone(zoneID, number) {
			return number, true
		}
	}
	return 0, false
}

// token returns the token of a member's session, and makes the account if need be.
func (c *crew) token(ctx context.Context, of staff.NewMember) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if token := c.tokens[of.Email]; token != "" {
		return token, nil
	}
	m, err := c.accounts.Find(ctx, of.Email)
	if errors.Is(err, staff.ErrUnknown) {
		m, err = c.accounts.Add(ctx, of)
	}
	if err != nil {
		return "", fmt.Errorf("hire %s: %w", of.Email, err)
	}
	token, err := c.accounts.OpenSession(ctx, m.ID)
	if err != nil {
		return "", fmt.Errorf("sign %s in: %w", of.Email, err)
	}
	if c.tokens == nil {
		c.tokens = map[string]string{}
	}
	c.tokens[of.Email] = token
	return token, nil
}

// dropToken makes the next call of a member open another session.
func (c *crew) dropToken(of staff.NewMember) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.tokens, of.Email)
}

// errRefused is returned for a call that was refused, because somebody was faster or
// works on the order themselves.
var errRefused = errors.New("refused")

// call makes a call of the API as a member. out, unless nil, gets the response.
func (c *crew) call(ctx context.Context, by staff.NewMember, method, path string, body, out any) error {
	for range 2 {
		token, err := c.token(ctx, by)
		if err != nil {
			return err
		}
		w, err := c.send(ctx, token, method, path, body)
		switch {
		case err != nil:
			return err
		case w.status == http.StatusUnauthorized: // disabled, or signed out
			c.dropToken(by)
			continue
		case w.status == http.StatusConflict || w.status == http.StatusNotFound:
			return errRefused
		case w.status >= 300:
			return fmt.Errorf("%s %s: %d %s", method, path, w.status, w.body.String())
		case out == nil:
			return nil
		}
		return json.Unmarshal(w.body.Bytes(), out)
	}
	return errRefused
}

func (c *crew) send(ctx context.Context, token, method, path string, body any) (*recorder, error) {
	text := ""
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		text = string(encoded)
	}
	r, err := http.NewRequestWithContext(ctx, method, call.Prefix+path, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	c.api.ServeHTTP(w, r)
	return w, nil
}

// recorder keeps a response in memory.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *recorder) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *recorder) WriteHeader(status int) { w.status = status }

// Write implements http.ResponseWriter.
func (w *recorder) Write(data []byte) (int, error) { return w.body.Write(data) }
