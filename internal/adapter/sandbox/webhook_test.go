package sandbox_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"hawker/internal/adapter/sandbox"
	"hawker/internal/adapter/signature"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/payment"
)

func TestWebhooks_areSentAgainUntilTheyAreAccepted(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		s.status = http.StatusServiceUnavailable
		p := s.open("p")
		s.choose(p.Session, "choice=pay")
		s.start()
		s.until("it is refused", func() bool { return len(s.received()) == 1 })
		s.until("it is sent again", func() bool {
			if len(s.received()) == 2 {
				return true
			}
			s.clock.Advance(50 * time.Millisecond)
			return false
		})
		s.until("it is done", func() bool { return len(s.planned("p")) == 0 })
		first, second := s.received()[0], s.received()[1]
		if first.ID == "" || first.ID != second.ID || second.Kind != "page.paid" || second.Report.State != payment.Paid || len(second.Report.Charges) != 1 {
			t.Errorf("got %+v, then %+v", first, second)
		}
		if want := s.find(p.Session).Charges[0]; second.Report.Charges[0] != want || second.Report.Session != p.Session {
			t.Errorf("got %+v, want %+v", second.Report, want)
		}
	})
}

// What was chosen before a restart is sent after it, by whichever instance runs.
func TestWebhooks_areSentAfterARestart(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		p := s.open("p")
		s.choose(p.Session, "choice=pay_later&webhooks=late") // its jobs do not run here
		after := newShop(t, s.db, s.clock)
		after.start()
		s.clock.Advance(5 * time.Second)
		after.until("the money comes", func() bool { return after.find(p.Session).State == payment.Paid })
		if got := after.received(); len(got) != 0 {
			t.Fatalf("got %+v too early", got)
		}
		s.clock.Advance(20 * time.Second)
		after.until("both webhooks are sent", func() bool { return len(after.received()) == 2 })
		if len(s.received()) != 0 {
			t.Error("the instance that ended got one")
		}
	})
}

func TestReadEvent_refusesForgeries(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		body := []byte(`{"ID":"event_1","Kind":"page.paid","Report":{"Session":"s","PaymentID":"p","State":"paid"}}`)
		for name, header := range map[string]string{
			"none": "", "no signature": "t=1772355600", "of nobody": signature.Sign([]byte("guess"), body, start), "of an empty secret": signature.Sign(nil, body, start),
		} {
			h := http.Header{sandbox.SignatureHeader: {header}}
			if _, err := s.ReadEvent(h, body, start); !errors.Is(err, payment.ErrForged) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := s.ReadEvent(http.Header{"Stripe-Signature": {signature.Sign([]byte("guess"), body, start)}}, body, start); !errors.Is(err, payment.ErrForged) {
			t.Errorf("another header: %v", err)
		}
	})
}

func TestReadEvent_checksBodyAndTime(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	s := newShop(t, d, clock.NewManual(start))
	var header http.Header
	var body []byte
	s.tap = func(h http.Header, b []byte) { header, body = h.Clone(), b }
	s.choose(s.open("p").Session, "choice=pay")
	s.start()
	s.until("it is sent", func() bool { return len(s.received()) == 1 })
	if _, err := s.ReadEvent(header, body, start.Add(5*time.Minute)); err != nil {
		t.Errorf("five minutes later: %v", err)
	}
	if _, err := s.ReadEvent(header, body, start.Add(5*time.Minute+time.Second)); !errors.Is(err, payment.ErrForged) {
		t.Errorf("later: %v", err)
	}
	if _, err := s.ReadEvent(header, append(body, ' '), start); !errors.Is(err, payment.ErrForged) {
		t.Errorf("another body: %v", err)
	}
	other := newShop(t, dbtest.Open(t, db.SQLite), clock.NewManual(start))
	if _, err := other.ReadEvent(header, body, start); !errors.Is(err, payment.ErrForged) {
		t.Errorf("another shop: %v", err)
	}
}
