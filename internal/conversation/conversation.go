// Package conversation has what customers and the staff write to each other: a customer
// with a store, a provider of vehicles, the rider of an order, or support (CHAT-01).
//
// A conversation has two sides, the customer and the staff; the members of a store are one.
// Messages are numbered without gaps, and one that is sent twice is stored once, so a
// client that was away asks for what came after the last number that it has. Everybody who
// watches is woken by a hint; what they show is always read from the database.
package conversation

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/staff"
	"hawker/internal/upload"
)

// Kind is whom a customer talks to.
type Kind string

// The kinds.
const (
	Store    Kind = "store"
	Provider Kind = "provider"
	Rider    Kind = "rider"
	Support  Kind = "support"
)

// Side is one of the two sides of a conversation.
type Side string

// The sides.
const (
	Customer Side = "customer"
	Staff    Side = "staff"
)

// Conversation is a conversation as one of its parties sees it.
type Conversation struct {
	ID         int64
	CustomerID int64
	Kind       Kind
	StoreID    *int64
	ProviderID *int64
	RiderID    *int64
	OrderID    *int64 // of a rider

	LastSeq     int64 // number of the last message; 0: none
	CustomerSeq int64 // of the customer's last
	StaffSeq    int64
	CustomerMarks
	StaffMarks

	BlockedByCustomer bool
	BlockedByStaff    bool
	ClosedByAdmin     bool
	ReportedBy        Side // "": nobody
	ReportReason      string
	ReportedAt        int64 // Unix milliseconds of the last report; 0: there was none
	CreatedAt         int64 // Unix milliseconds
	LastAt            int64 // of the last message

	ShopperID           int64 // the customer's
	FirstName, LastName string
	Name                string // of the store, the provider or the rider; "" of support
	Logo                string // picture key
	Slug                string
	ModuleID            int64 // of a store
	IsOver              bool  // the rider can no longer be reached

	Unread     int // messages of the other side that the party has not read
	LastBody   string
	LastImages db.JSON[[]string]
	LastSender Side
}

// CustomerMarks are how far the customer's devices have got, and the customer has read.
type CustomerMarks struct{ CustomerGot, CustomerRead int64 }

// StaffMarks are those of the other side.
type StaffMarks struct{ StaffGot, StaffRead int64 }

// Marks are how far a side has got and read.
type Marks struct{ Got, Read int64 }

// MarksOf returns the marks of a side.
func (c Conversation) MarksOf(s Side) Marks {
	if s == Customer {
		return Marks{c.CustomerGot, c.CustomerRead}
	}
	return Marks{c.StaffGot, c.StaffRead}
}

// seqOf returns the number of the last message of a side.
func (c Conversation) seqOf(s Side) int64 {
	if s == Customer {
		return c.CustomerSeq
	}
	return c.StaffSeq
}

// State says whether a party can write, or why not.
type State string

// The states.
const (
	Open           State = "open"
	Blocked        State = "blocked"          // by the party itself
	BlockedByOther State = "blocked_by_other" // by the other side
	Closed         State = "closed"           // by an admin, after a report
	Over           State = "over"             // the delivery is over
	Watched        State = "watched"          // by an admin, who reads what was reported
)

// StateFor returns the state for a party.
func (c Conversation) StateFor(p Party) State {
	mine, theirs := c.BlockedByCustomer, c.BlockedByStaff
	if p.Side() == Staff {
		mine, theirs = theirs, mine
	}
	switch {
	case p.Role == staff.Admin && c.Kind != Support:
		return Watched
	case c.ClosedByAdmin:
		return Closed
	case c.IsOver:
		return Over
	case mine:
		return Blocked
	case theirs:
		return BlockedByOther
	}
	return Open
}

// refusals are the errors for a party that cannot write.
var refusals = map[State]string{
	Blocked:        "You have blocked this conversation. Unblock it to write.",
	BlockedByOther: "You cannot write in this conversation any more.",
	Closed:         "The shop has closed this conversation.",
	Over:           "The delivery is over, so its rider can no longer be reached. Please write to support.",
	Watched:        "This is a conversation of others. You can read it, because it was reported.",
}

// Message is one message.
type Message struct {
	Seq          int64
	Sender       Side
	StaffName    string // of the member of staff
	ClientKey    string
	Body         string
	Images       db.JSON[[]string] // keys of uploads
	PurchaseID   *int64            // the order or trip that it is about
	PurchaseKind string
	CreatedAt    int64 // Unix milliseconds
}

// MaxTextLength is the limit of a message, in characters.
const MaxTextLength = 2000

// NewMessage is a message to send.
type NewMessage struct {
	ConversationID int64
	ClientKey      string // the same for a message that is sent again
	Text           string
	Images         []string // keys of uploads
	PurchaseID     int64    // the order or trip that it is about; 0: none
}

// clientKeys are those that a client may choose, such as a UUID.
var clientKeys = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

// check refuses what can be no message, and cleans its text.
func (n *NewMessage) check() error {
	n.Text = strings.TrimSpace(strings.ReplaceAll(n.Text, "\r\n", "\n"))
	switch {
	case !clientKeys.MatchString(n.ClientKey):
		return errs.New(errs.Invalid, "The client_id must be 8 to 64 letters, digits, dashes or underscores.").On("client_id")
	case utf8.RuneCountInString(n.Text) > MaxTextLength:
		return errs.New(errs.Invalid, "This message is too long. It may have %d characters.", MaxTextLength).On("text")
	case n.Text == "" && len(n.Images) == 0:
		return errs.New(errs.Invalid, "Please write something.").On("text")
	}
	if err := upload.CheckCount(n.Images, "images"); err != nil {
		return err
	}
	if n.Images == nil {
		n.Images = []string{}
	}
	return nil
}

var (
	errUnknown   = errs.New(errs.NotFound, "This conversation was not found.")
	errOtherText = errs.New(errs.Conflict, "This client_id was used for another message.").On("client_id")
	errOldReport = errs.New(errs.Conflict, "This report has changed since. Please look again.").On("reported_at")
	errTooFast   = errs.New(errs.TooMany, "You are sending very many messages. Please wait a moment.").After(rateWindow)
)

// Limits of a sender, and of how many conversations a customer begins.
const (
	rateWindow      = time.Minute
	customerRate    = 30
	staffRate       = 120
	beginningWindow = time.Hour
	maxBeginnings   = 30
)
