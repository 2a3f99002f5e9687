package conversations_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order/ordertest"
	"hawker/internal/recent"
)

// messageView has the fields of a message that the tests read.
type messageView struct {
	Seq      int64
	Mine     bool
	Text     string
	Images   []string
	Author   string
	ClientID string `json:"client_id"`
	OrderID  int64  `json:"order_id"`
}

type conversationView struct {
	ID                  int64
	With, Name, State   string
	Unread              int
	Reported            bool
	ReportedAt          string `json:"reported_at"`
	OtherGot, OtherRead int64
}

type page struct {
	Conversation conversationView
	Messages     []messageView
	HasMore      bool `json:"has_more"`
}

// shop is a store and a customer who writes to it.
type shop struct {
	*apitest.CustomerAPI
	me     apitest.Customer
	vendor string // token
	order  int64
	id     int64 // of the conversation
}

func engines(t *testing.T, run func(t *testing.T, s *shop)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		s := &shop{CustomerAPI: apitest.NewCustomerAPI(t, open(t), nil, api.Deps{Heartbeat: time.Hour})}
		store := s.Store(t, nil)
		s.me, s.vendor = s.NewCustomer(t), s.SignInStaff(t, s.Vendor(t, store.ID))
		r := ordertest.BuyNow(s.me.ShopperID, s.Item(t, store, 1000, ordertest.Unlimited, nil), 1)
		r.Guest = false
		s.order = s.Place(t, "key-1", r).ID
		begun := s.CallAs(t, s.me, "POST", "/conversations", apitest.Fields{"with": "store", "order_id": s.order})
		s.id = apitest.Read[conversationView](t, begun).ID
		run(t, s)
	})
}

func (s *shop) path(rest string) string { return fmt.Sprintf("/conversations/%d%s", s.id, rest) }

func (s *shop) write(t *testing.T, body apitest.Fields) messageView {
	t.Helper()
	return apitest.Read[messageView](t, s.CallAs(t, s.me, "POST", s.path("/messages"), body))
}

func (s *shop) answer(t *testing.T, body apitest.Fields) messageView {
	t.Helper()
	return apitest.Read[messageView](t, s.AsStaff(t, s.vendor, "POST", "/vendor"+s.path("/messages"), body))
}

// news reads the next event of a stream, as the conversation's last number, what is unread,
// and how far the other side has read.
func news(t *testing.T, s apitest.Stream) string {
	t.Helper()
	heard := make(chan string, 1)
	go func() {
		var v struct {
			Chat struct {
				Unread        int
				Conversations []struct {
					LastSeq   int64 `json:"last_seq"`
					OtherRead int64 `json:"other_read"`
				}
			}
		}
		if !s.Read(t, &v) {
			heard <- "the end"
			return
		}
		text := fmt.Sprint("unread ", v.Chat.Unread)
		for _, c := range v.Chat.Conversations {
			text += fmt.Sprintf(", last %d, read %d", c.LastSeq, c.OtherRead)
		}
		heard <- text
	}()
	select {
	case text := <-heard:
		return text
	case <-time.After(30 * time.Second):
		t.Fatal("nothing is heard")
		return ""
	}
}

func expect(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: %v\nwant %v", what, got, want)
	}
}

// Hints alone wake the streams here: the heartbeat is too late for that.
func TestConversations_CHAT01_TRAP_O6_areLiveInBothDirectionsAndCatchUp(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		url := s.Serve(t)
		mine, hangUp := s.OpenStream(t, url+call.Prefix+"/events", apitest.Bearer(s.me.Token)...)
		theirs, _ := s.OpenStream(t, url+call.Prefix+"/staff/events", apitest.Bearer(s.vendor)...)
		expect(t, "the customer, on connect", news(t, mine), "unread 0")
		expect(t, "the store, on connect", news(t, theirs), "unread 0")
		s.write(t, apitest.Fields{"client_id": "message-1", "text": "Hello"})
		expect(t, "the store", news(t, theirs), "unread 1, last 1, read 0")
		expect(t, "the customer's other devices", news(t, mine), "unread 0, last 1, read 0")
		apitest.Read[any](t, s.AsStaff(t, s.vendor, "POST", "/vendor"+s.path("/read"), apitest.Fields{"read": 1}))
		expect(t, "the customer sees that it was read", news(t, mine), "unread 0, last 1, read 1")

		hangUp() // the line drops, and the store goes on
		for n := range 3 {
			s.answer(t, apitest.Fields{"client_id": fmt.Sprint("answer-00", n), "text": fmt.Sprint("Answer ", n)})
		}
		again, _ := s.OpenStream(t, url+call.Prefix+"/events", apitest.Bearer(s.me.Token)...)
		expect(t, "after the reconnect", news(t, again), "unread 3, last 4, read 1")
		missed := apitest.Read[page](t, s.CallAs(t, s.me, "GET", s.path("/messages?after=1&limit=2"), nil))
		expect(t, "caught up", fmt.Sprint(missed.Messages, missed.HasMore), "[{2 false Answer 0 []  answer-000 0} {3 false Answer 1 []  answer-001 0}] true")
		missed = apitest.Read[page](t, s.CallAs(t, s.me, "GET", s.path("/messages?after=3"), nil))
		expect(t, "caught up", fmt.Sprint(missed.Messages, missed.HasMore), "[{4 false Answer 2 []  answer-002 0}] false")
	})
}

// A message is data: it comes back as it was written, as JSON, to be shown as text.
func TestMessages_CHAT01_XSS_comeBackAsTheyWereWritten(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		const evil = `<img src=x onerror="alert(1)"><script>alert(2)</script> javascript:alert(3) {{7*7}}`
		sent := s.write(t, apitest.Fields{"client_id": "message-1", "text": "  " + evil + "\n", "order_id": s.order})
		again := s.write(t, apitest.Fields{"client_id": "message-1", "text": evil, "order_id": s.order})
		expect(t, "sent again", again, sent)
		got := s.AsStaff(t, s.vendor, "GET", "/vendor"+s.path("/messages"), nil)
		seen := apitest.Read[page](t, got)
		expect(t, "to the store", seen.Messages, []messageView{{Seq: 1, Text: evil, Images: []string{}, ClientID: "message-1", OrderID: s.order}})
		if kind := got.Header.Get("Content-Type"); kind != "application/json" {
			t.Errorf("it is %s", kind)
		}
		other := s.CallAs(t, s.me, "POST", s.path("/messages"), apitest.Fields{"client_id": "message-1", "text": "Other"})
		expect(t, "another text", other.Status, http.StatusConflict)
	})
}

func TestMessages_CHAT01_haveImagesThatOnlyBothSidesSee(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		form := func(fields map[string]string, path, token string) string {
			t.Helper()
			body, kind := apitest.ProfileForm(t, fields, ordertest.Image())
			return s.Call(t, "POST", path, body, append(apitest.Bearer(token), "Content-Type", kind)...).Text(t, "id")
		}
		mine := form(map[string]string{"purpose": "chat"}, "/uploads", s.me.Token)
		theirs := form(nil, "/vendor"+s.path("/images"), s.vendor)
		stolen := s.CallAs(t, s.me, "POST", s.path("/messages"), apitest.Fields{"client_id": "message-0", "images": []string{theirs}})
		expect(t, "an image of the other side", stolen.Status, http.StatusUnprocessableEntity)
		s.write(t, apitest.Fields{"client_id": "message-1", "images": []string{mine}})
		s.answer(t, apitest.Fields{"client_id": "answer-01", "text": "Like this?", "images": []string{theirs}})
		four := s.CallAs(t, s.me, "POST", s.path("/messages"), apitest.Fields{"client_id": "message-4", "images": []string{"a", "b", "c", "d"}})
		expect(t, "four images", four.Status, 422)
		if !strings.Contains(four.Body, `"Maximum 3 images can be send at a time."`) {
			t.Errorf("four images: %s", four.Body)
		}

		stranger, elsewhere := s.NewCustomer(t), s.SignInStaff(t, s.Vendor(t, s.Store(t, nil).ID))
		for _, key := range []string{mine, theirs} {
			expect(t, "the customer", s.CallAs(t, s.me, "GET", "/uploads/"+key, nil).Status, 200)
			expect(t, "the store", s.AsStaff(t, s.vendor, "GET", "/vendor"+s.path("/images/"+key), nil).Status, 200)
			expect(t, "another customer", s.CallAs(t, stranger, "GET", "/uploads/"+key, nil).Status, 404)
			expect(t, "another store", s.AsStaff(t, elsewhere, "GET", "/vendor"+s.path("/images/"+key), nil).Status, 404)
			expect(t, "by the call for orders", s.AsStaff(t, s.vendor, "GET", "/vendor/uploads/"+key, nil).Status, 404)
		}
	})
}

func TestConversations_CHAT01_PERM01_I18N01_areListedBlockedAndReported(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		guest := s.Call(t, "GET", "/conversations", "", "X-Guest-Id", s.GuestID)
		expect(t, "a guest", guest.Status, http.StatusUnauthorized)
		list := func(r apitest.Response) string {
			all := apitest.Read[struct{ Conversations []conversationView }](t, r).Conversations
			text := fmt.Sprint(len(all))
			for _, c := range all {
				text += fmt.Sprintf(" %s %q %s unread %d", c.With, c.Name, c.State, c.Unread)
			}
			return text
		}
		expect(t, "one without messages", list(s.CallAs(t, s.me, "GET", "/conversations", nil)), "0")
		s.write(t, apitest.Fields{"client_id": "message-1", "text": "Hello"})
		s.answer(t, apitest.Fields{"client_id": "answer-01", "text": "Hi"})
		expect(t, "the customer's", list(s.CallAs(t, s.me, "GET", "/conversations", nil)), `1 store "Corner Kitchen" open unread 1`)
		s.Exec(t, `INSERT INTO translations (slug, kind, record, language, texts) SELECT slug, 'store', slug, 'ar', '{"name":"مطبخ الركن"}' FROM stores`)
		s.Exec(t, `INSERT INTO catalog_revision (id, revision) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET revision = catalog_revision.revision + 1`)
		s.Clock.Advance(recent.Oldest)
		inArabic := s.Call(t, "GET", "/conversations", "", append(apitest.Bearer(s.me.Token), "X-localization", "ar")...)
		expect(t, "the customer's in Arabic", list(inArabic), `1 store "مطبخ الركن" open unread 1`)
		expect(t, "the store's", list(s.AsStaff(t, s.vendor, "GET", "/vendor/conversations?state=unread", nil)), `1 store "" open unread 1`)
		expect(t, "reported ones", s.AsStaff(t, s.vendor, "GET", "/vendor/conversations?state=reported", nil).Status, 422)
		blocked := s.CallAs(t, s.me, "POST", s.path("/block"), apitest.Fields{"blocked": true})
		expect(t, "blocked", apitest.Read[conversationView](t, blocked).State, "blocked")
		refused := s.AsStaff(t, s.vendor, "POST", "/vendor"+s.path("/messages"), apitest.Fields{"client_id": "answer-02", "text": "Hi"})
		expect(t, "the store writes", refused.Status, http.StatusConflict)
		reported := s.CallAs(t, s.me, "POST", s.path("/report"), apitest.Fields{"reason": "Rude"})
		expect(t, "reported", apitest.Read[conversationView](t, reported).Reported, true)
		admin := s.SignInStaff(t, s.Admin(t))
		expect(t, "an admin's", list(s.AsStaff(t, admin, "GET", "/admin/conversations?state=reported", nil)), `1 store "" watched unread 0`)
		read := apitest.Read[page](t, s.AsStaff(t, admin, "GET", "/admin"+s.path("/messages"), nil)).Conversation
		other := apitest.Fields{"closed": true, "reported_at": "2020-01-01T00:00:00Z"}
		expect(t, "another report", s.AsStaff(t, admin, "POST", "/admin"+s.path("/settle"), other).Status, http.StatusConflict)
		settled := s.AsStaff(t, admin, "POST", "/admin"+s.path("/settle"), apitest.Fields{"closed": true, "reported_at": read.ReportedAt})
		expect(t, "settled", settled.Status, 200)
		expect(t, "closed", list(s.CallAs(t, s.me, "GET", "/conversations", nil)), `1 store "Corner Kitchen" closed unread 1`)
	})
}
