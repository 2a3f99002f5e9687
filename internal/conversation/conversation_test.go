package conversation_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/conversation"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
	"hawker/internal/staff"
	"hawker/internal/upload"
)

// town is a town with a customer who talks to a store.
type town struct {
	*ordertest.Fixture
	store      catalog.Store
	me, vendor conversation.Party
	id         int64
}

func engines(t *testing.T, run func(t *testing.T, w *town)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := &town{Fixture: ordertest.Open(t, open(t))}
		w.store = w.Store(t, func(s *catalog.Store) { s.Name = "Smash & Sons" })
		w.me = w.customer(t)
		w.vendor = conversation.Party{StaffID: w.Vendor(t, w.store.ID).ID, Role: staff.Vendor, StoreID: w.store.ID}
		w.id = w.start(t, w.me, conversation.Start{With: conversation.Store, StoreID: w.store.ID})
		run(t, w)
	})
}

func (w *town) customer(t *testing.T) conversation.Party {
	t.Helper()
	id, shopperID := w.Customer(t)
	return conversation.Party{CustomerID: id, ShopperID: shopperID}
}

func (w *town) start(t *testing.T, p conversation.Party, n conversation.Start) int64 {
	t.Helper()
	c, err := w.Conversations.Start(t.Context(), p, n)
	if err != nil {
		t.Fatal(err)
	}
	return c.ID
}

func (w *town) say(t *testing.T, p conversation.Party, id int64, text string) conversation.Message {
	t.Helper()
	m, err := w.Conversations.Send(t.Context(), p, conversation.NewMessage{ConversationID: id, ClientKey: "message-" + strings.ReplaceAll(text, " ", "-"), Text: text})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

// read returns the texts after a number.
func (w *town) read(t *testing.T, p conversation.Party, id, after int64) (texts []string) {
	t.Helper()
	_, page, _, err := w.Conversations.Messages(t.Context(), p, id, conversation.Range{After: after, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range page {
		texts = append(texts, fmt.Sprint(m.Seq, " ", m.Body))
	}
	return texts
}

func (w *town) find(t *testing.T, p conversation.Party, id int64) conversation.Conversation {
	t.Helper()
	c, err := w.Conversations.Find(t.Context(), p, id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func expect(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: %v\nwant %v", what, got, want)
	}
}

func refused(t *testing.T, what string, err error, code errs.Code) {
	t.Helper()
	if !errs.Is(err, code) {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}

// Many send at once, each message several times, as clients do whose line drops.
func TestSend_CHAT01_RACE_storesEachMessageOnceAndNumbersThemWithoutGaps(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		var sending sync.WaitGroup
		var mu sync.Mutex
		seqs := map[string]int64{}
		for _, p := range []conversation.Party{w.me, w.vendor} {
			for i := range 24 {
				n := conversation.NewMessage{ConversationID: w.id, ClientKey: fmt.Sprint("message-", i%8), Text: fmt.Sprint(p.Side(), " ", i%8)}
				sending.Go(func() {
					m, err := w.Conversations.Send(t.Context(), p, n)
					mu.Lock()
					defer mu.Unlock()
					if before := seqs[n.Text]; err != nil || before != 0 && before != m.Seq {
						t.Errorf("%s has the numbers %d and %d, %v", n.Text, before, m.Seq, err)
					}
					seqs[n.Text] = m.Seq
				})
			}
		}
		sending.Wait()
		_, page, more, err := w.Conversations.Messages(t.Context(), w.me, w.id, conversation.Range{Limit: 100})
		if err != nil || more || len(page) != 16 {
			t.Fatalf("%d messages, more %t, %v", len(page), more, err)
		}
		for i, m := range page {
			if m.Seq != int64(i+1) || seqs[m.Body] != m.Seq {
				t.Errorf("message %d is %d %q", i+1, m.Seq, m.Body)
			}
		}
	})
}

func TestSend_CHAT01_refusesWhatIsNoMessage(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		w.say(t, w.me, w.id, "hello")
		for name, tt := range map[string]struct {
			n    conversation.NewMessage
			want errs.Code
		}{
			"nothing":                     {conversation.NewMessage{Text: " \n "}, errs.Invalid},
			"too long":                    {conversation.NewMessage{Text: strings.Repeat("ü", 2001)}, errs.Invalid},
			"a key that is none":          {conversation.NewMessage{ClientKey: "short", Text: "x"}, errs.Invalid},
			"four images":                 {conversation.NewMessage{Images: []string{"a", "b", "c", "d"}}, errs.Invalid},
			"an image of nobody":          {conversation.NewMessage{Images: []string{strings.Repeat("0", 32)}}, errs.Invalid},
			"an order of nobody":          {conversation.NewMessage{Text: "x", PurchaseID: 99}, errs.NotFound},
			"another text under its key":  {conversation.NewMessage{ClientKey: "message-hello", Text: "other"}, errs.Conflict},
			"a conversation of nobody":    {conversation.NewMessage{ConversationID: 99, Text: "x"}, errs.NotFound},
			"the same of nobody, invalid": {conversation.NewMessage{ConversationID: 99}, errs.NotFound},
		} {
			if tt.n.ConversationID == 0 {
				tt.n.ConversationID = w.id
			}
			if tt.n.ClientKey == "" {
				tt.n.ClientKey = "some-other-key"
			}
			_, err := w.Conversations.Send(t.Context(), w.me, tt.n)
			refused(t, name, err, tt.want)
		}
		expect(t, "stored", w.read(t, w.vendor, w.id, 0), []string{"1 hello"})
		for i := range 29 {
			w.say(t, w.me, w.id, fmt.Sprint("many ", i))
		}
		_, err := w.Conversations.Send(t.Context(), w.me, conversation.NewMessage{ConversationID: w.id, ClientKey: "one-too-many", Text: "x"})
		refused(t, "the 31st in a minute", err, errs.TooMany)
		w.say(t, w.me, w.id, "hello") // again: it is stored already
		w.Clock.Advance(2 * time.Minute)
		w.say(t, w.me, w.id, "a minute later")
	})
}

func TestMark_CHAT01_countsWhatIsUnreadForEachSide(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		for i := range 3 {
			w.say(t, w.vendor, w.id, fmt.Sprint("we have ", i))
		}
		w.say(t, w.me, w.id, "and I")
		mark := func(p conversation.Party, to conversation.Marks) {
			t.Helper()
			if err := w.Conversations.Mark(t.Context(), p, w.id, to); err != nil {
				t.Fatal(err)
			}
		}
		expect(t, "unread", []int{w.find(t, w.me, w.id).Unread, w.find(t, w.vendor, w.id).Unread}, []int{3, 1})
		mark(w.me, conversation.Marks{Got: 2})
		mark(w.me, conversation.Marks{Read: 1})
		expect(t, "marks", w.find(t, w.vendor, w.id).CustomerMarks, conversation.CustomerMarks{CustomerGot: 2, CustomerRead: 1})
		mark(w.me, conversation.Marks{Read: 999, Got: 1})
		mark(w.me, conversation.Marks{Read: 2}) // another device is behind
		expect(t, "read as far as there is", w.find(t, w.vendor, w.id).CustomerMarks, conversation.CustomerMarks{CustomerGot: 3, CustomerRead: 3})
		news, err := w.Conversations.News(t.Context(), w.me)
		expect(t, "the customer's news", fmt.Sprint(news.Unread, err), "0 <nil>")
		news, err = w.Conversations.News(t.Context(), w.vendor)
		expect(t, "the store's news", fmt.Sprint(news.Unread, news.Conversations[0].Marks, err), "1 {3 3} <nil>")
		mark(w.vendor, conversation.Marks{Read: 4})
		expect(t, "unread by the store", w.find(t, w.vendor, w.id).Unread, 0)
	})
}

func TestFind_CHAT01_PERM02_onlyThoseWhoTakePart(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		w.say(t, w.me, w.id, "hello")
		admin := conversation.Party{StaffID: w.Admin(t).ID, Role: staff.Admin}
		other := w.Store(t, nil)
		for name, p := range map[string]conversation.Party{
			"another customer":  w.customer(t),
			"another store":     {StaffID: w.Vendor(t, other.ID).ID, Role: staff.Vendor, StoreID: other.ID},
			"a provider":        {StaffID: 1, Role: staff.Vendor, ProviderID: w.store.ID},
			"a rider":           {StaffID: w.Rider(t, ordertest.ZoneID).ID, Role: staff.Rider},
			"an admin":          admin,
			"nobody":            {},
			"a role of nothing": {StaffID: 1},
		} {
			_, err := w.Conversations.Find(t.Context(), p, w.id)
			refused(t, name, err, errs.NotFound)
			all, total, err := w.Conversations.List(t.Context(), p, conversation.Filter{}, catalog.Paging{Size: 20, Number: 1})
			expect(t, name+" lists", fmt.Sprint(len(all), total, err), "0 0 <nil>")
			news, err := w.Conversations.News(t.Context(), p)
			expect(t, name+" hears", fmt.Sprint(len(news.Conversations), news.Unread, err), "0 0 <nil>")
		}
		if _, err := w.Conversations.Report(t.Context(), w.me, w.id, "They shout"); err != nil {
			t.Fatal(err)
		}
		expect(t, "to an admin it is", w.find(t, admin, w.id).StateFor(admin), conversation.Watched)
		_, err := w.Conversations.Send(t.Context(), admin, conversation.NewMessage{ConversationID: w.id, ClientKey: "from-admin", Text: "x"})
		refused(t, "an admin writes", err, errs.Conflict)
		if _, err := w.Conversations.DecideReport(t.Context(), admin, w.id, conversation.Decision{Closed: true}); err != nil {
			t.Fatal(err)
		}
		for _, p := range []conversation.Party{w.me, w.vendor} {
			_, err := w.Conversations.Send(t.Context(), p, conversation.NewMessage{ConversationID: w.id, ClientKey: "after-it-closed", Text: "x"})
			refused(t, "after it was closed", err, errs.Conflict)
		}
		if _, err := w.Conversations.DecideReport(t.Context(), admin, w.id, conversation.Decision{}); err != nil {
			t.Fatal(err)
		}
		w.say(t, w.me, w.id, "open again")
		_, err = w.Conversations.Find(t.Context(), admin, w.id)
		refused(t, "an admin, after the report", err, errs.NotFound)
	})
}

func TestSettle_CHAT01_onlyTheReportThatWasRead(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		admin := conversation.Party{StaffID: w.Admin(t).ID, Role: staff.Admin}
		w.say(t, w.me, w.id, "hello")
		report := func(p conversation.Party, reason string) (at time.Time) {
			t.Helper()
			w.Clock.Advance(time.Second)
			if _, err := w.Conversations.Report(t.Context(), p, w.id, reason); err != nil {
				t.Fatal(err)
			}
			return time.UnixMilli(w.find(t, admin, w.id).ReportedAt)
		}
		settle := func(d conversation.Decision) error {
			_, err := w.Conversations.DecideReport(t.Context(), admin, w.id, d)
			return err
		}
		first := report(w.me, "They shout")
		expect(t, "the first", settle(conversation.Decision{ReportedAt: first.Truncate(time.Second)}), nil)
		second := report(w.vendor, "They threaten us")
		refused(t, "the first, when there is a second", settle(conversation.Decision{ReportedAt: first}), errs.Conflict)
		expect(t, "still reported", w.find(t, admin, w.id).ReportReason, "They threaten us")
		expect(t, "the second", settle(conversation.Decision{Closed: true, ReportedAt: second}), nil)
		refused(t, "the second, when another admin has decided", settle(conversation.Decision{ReportedAt: second}), errs.Conflict)
		expect(t, "opened again", settle(conversation.Decision{}), nil)
	})
}

func TestBlock_CHAT01_stopsBothSidesUntilItIsTakenBack(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		block := func(p conversation.Party, blocked bool) {
			t.Helper()
			if _, err := w.Conversations.Block(t.Context(), p, w.id, blocked); err != nil {
				t.Fatal(err)
			}
		}
		states := func() []conversation.State {
			return []conversation.State{w.find(t, w.me, w.id).StateFor(w.me), w.find(t, w.vendor, w.id).StateFor(w.vendor)}
		}
		block(w.me, true)
		block(w.vendor, false) // is not theirs to take back
		expect(t, "blocked", states(), []conversation.State{conversation.Blocked, conversation.BlockedByOther})
		for _, p := range []conversation.Party{w.me, w.vendor} {
			_, err := w.Conversations.Send(t.Context(), p, conversation.NewMessage{ConversationID: w.id, ClientKey: "blocked-one", Text: "x"})
			refused(t, "a blocked message", err, errs.Conflict)
		}
		block(w.me, false)
		expect(t, "again", states(), []conversation.State{conversation.Open, conversation.Open})
		w.say(t, w.vendor, w.id, "hello")
	})
}

func (w *town) move(t *testing.T, id int64, to ...order.Status) {
	t.Helper()
	for _, status := range to {
		if err := w.Orders.Move(t.Context(), id, status, order.ByAdmin, ""); err != nil {
			t.Fatal(err)
		}
	}
}

// notices returns the kinds of what the customer is told; * marks what is not read.
func (w *town) notices(t *testing.T) (all []string) {
	t.Helper()
	w.DoJobs(t)
	page, _, err := w.Notifications.List(t.Context(), w.me.CustomerID, catalog.Paging{Size: 20, Number: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range slices.Backward(page) {
		mark := "*"
		if n.ReadAt != nil {
			mark = ""
		}
		all = append(all, fmt.Sprint(n.Kind, mark, " ", n.Params.V.Store, " ", n.Params.V.Conversation == w.id))
	}
	return all
}

func TestSend_CHAT01_PROF06_tellsAnAbsentCustomerOnceForManyMessages(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		w.say(t, w.vendor, w.id, "one")
		if err := w.Conversations.Mark(t.Context(), w.me, w.id, conversation.Marks{Read: 1}); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(time.Minute)
		expect(t, "read at once", w.notices(t), []string{})
		for i := range 3 {
			w.say(t, w.vendor, w.id, fmt.Sprint("more ", i))
		}
		expect(t, "at first", w.notices(t), []string{})
		w.Clock.Advance(time.Minute)
		w.say(t, w.vendor, w.id, "and more")
		expect(t, "away", w.notices(t), []string{"message_received* Smash & Sons true"})
		if err := w.Conversations.Mark(t.Context(), w.me, w.id, conversation.Marks{Read: 9}); err != nil {
			t.Fatal(err)
		}
		expect(t, "read", w.notices(t), []string{"message_received Smash & Sons true"})
		w.say(t, w.vendor, w.id, "later")
		w.Clock.Advance(time.Minute)
		expect(t, "away again", w.notices(t), []string{"message_received Smash & Sons true", "message_received* Smash & Sons true"})
	})
}

func TestMark_CHAT01_PROF06_tellsACustomerOfWhatCameWhileTheyLeft(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		mark := func(read int64) {
			t.Helper()
			if err := w.Conversations.Mark(t.Context(), w.me, w.id, conversation.Marks{Read: read}); err != nil {
				t.Fatal(err)
			}
		}
		w.say(t, w.vendor, w.id, "one")
		w.say(t, w.vendor, w.id, "two")
		mark(1) // the second message was stored, but not on the page yet
		w.Clock.Advance(time.Minute)
		expect(t, "away", w.notices(t), []string{"message_received* Smash & Sons true"})
		w.say(t, w.vendor, w.id, "three")
		mark(2)
		mark(3)
		w.Clock.Advance(time.Minute)
		expect(t, "read", w.notices(t), []string{"message_received Smash & Sons true"})
	})
}

// imageKeys are the images that are still to be seen.
func (w *town) imageKeys(t *testing.T) int64 {
	t.Helper()
	return w.Number(t, `SELECT COUNT(*) FROM uploads WHERE delete_at IS NULL`)
}

func (w *town) sendImage(t *testing.T, text string) {
	t.Helper()
	key := w.Upload(t, w.me.ShopperID, upload.Chat)
	n := conversation.NewMessage{ConversationID: w.id, ClientKey: "image-" + text, Text: text, Images: []string{key}}
	if _, err := w.Conversations.Send(t.Context(), w.me, n); err != nil {
		t.Fatal(err)
	}
}

func TestPrune_CHAT01_deletesOldMessagesAndTheirImages(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		w.SetSettings(t, func(s *setting.Settings) { s.Limits.ChatDays = 10 })
		prune := func() {
			t.Helper()
			if err := w.Conversations.Prune(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		empty := w.start(t, w.customer(t), conversation.Start{With: conversation.Support})
		w.sendImage(t, "old")
		w.Clock.Advance(9 * 24 * time.Hour)
		w.sendImage(t, "new")
		prune()
		expect(t, "an empty one is kept for a day", w.Number(t, `SELECT COUNT(*) FROM conversations WHERE id = $1`, empty), 0)
		expect(t, "before its time", w.read(t, w.me, w.id, 0), []string{"1 old", "2 new"})
		w.Clock.Advance(2 * 24 * time.Hour)
		prune()
		expect(t, "old ones are gone", w.read(t, w.me, w.id, 0), []string{"2 new"})
		expect(t, "with their images", w.imageKeys(t), 1)
		w.Clock.Advance(10 * 24 * time.Hour)
		prune()
		expect(t, "and then the conversation", w.Number(t, `SELECT COUNT(*) FROM conversations`), 0)
		expect(t, "with all images", w.imageKeys(t), 0)
	})
}

func TestErase_CHAT01_PROF05_deletesTheConversationsOfACustomer(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		w.sendImage(t, "mine")
		other := w.customer(t)
		theirs := w.start(t, other, conversation.Start{With: conversation.Store, StoreID: w.store.ID})
		w.say(t, other, theirs, "theirs")
		err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return w.Conversations.Erase(t.Context(), tx, w.me.CustomerID) })
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "images", w.imageKeys(t), 0)
		expect(t, "messages", w.Number(t, `SELECT COUNT(*) FROM messages`), 1)
		expect(t, "another's", w.read(t, w.vendor, theirs, 0), []string{"1 theirs"})
	})
}
