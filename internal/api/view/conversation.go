package view

import (
	"context"
	"strings"

	"hawker/internal/catalog"
	"hawker/internal/conversation"
	"hawker/internal/review"
	"hawker/internal/staff"
	"hawker/internal/translation"
)

// ConversationView is a conversation as one of its sides sees it.
type ConversationView struct {
	ID           int64  `json:"id"`
	With         string `json:"with" enum:"store,provider,rider,support" doc:"The other side, for a customer."`
	Name         string `json:"name" doc:"For the customer: name of the store, the provider or the rider; empty: support. For the staff: name of the customer."`
	StoreName    string `json:"store_name,omitempty" doc:"For an admin: name of the store, the provider or the rider."`
	ImageFullURL string `json:"image_full_url" doc:"Logo of the store or the provider; empty: it has none."`
	StoreID      int64  `json:"store_id,omitempty" doc:"Present in a conversation with a store."`
	StoreSlug    string `json:"store_slug,omitempty"`
	ModuleID     int64  `json:"module_id,omitempty" doc:"Module of the store."`
	ProviderID   int64  `json:"provider_id,omitempty" doc:"Present in a conversation with a provider."`
	OrderID      int64  `json:"order_id,omitempty" doc:"In a conversation with a rider: the order that they deliver."`
	State        string `json:"state" enum:"open,blocked,blocked_by_other,closed,over,watched" doc:"The caller can write only in an open conversation. blocked: by the caller's side. closed: by an admin. over: the delivery is over. watched: an admin reads a reported conversation."`
	Reported     bool   `json:"reported" doc:"An admin will look at it."`
	ReportReason string `json:"report_reason,omitempty" doc:"For admins only."`
	ReportedBy   string `json:"reported_by,omitempty" enum:"customer,staff" doc:"For admins only."`
	ReportedAt   string `json:"reported_at,omitempty" doc:"When it was reported, RFC 3339; for admins only, until the report is decided."`
	LastSeq      int64  `json:"last_seq" doc:"Number of the last message; 0: there is none."`
	Unread       int    `json:"unread" doc:"Messages of the other side that the caller's side has not read."`
	ReadUpTo     int64  `json:"read_up_to" doc:"The caller's side has read up to this number."`
	OtherGot     int64  `json:"other_got" doc:"The other side's devices have received the messages up to this number."`
	OtherRead    int64  `json:"other_read" doc:"The other side has read up to this number."`
	LastText     string `json:"last_text" doc:"Text of the last message. Empty: it has only images, or there is no message."`
	LastImages   int    `json:"last_images" doc:"Number of images of the last message."`
	LastIsMine   bool   `json:"last_is_mine" doc:"The caller's side has sent the last message. For an admin who watches: the store, the provider or the rider has."`
	LastAt       string `json:"last_at" doc:"RFC 3339."`
}

// MessageView is a message of a conversation.
type MessageView struct {
	Seq       int64    `json:"seq" doc:"The message's number in the conversation, without gaps."`
	Mine      bool     `json:"mine" doc:"The caller's side has sent it."`
	Author    string   `json:"author,omitempty" doc:"For the staff: the member of staff who sent it."`
	ClientID  string   `json:"client_id" doc:"The id that the sender's client chose."`
	Text      string   `json:"text" doc:"Plain text with line breaks, as it was written."`
	Images    []string `json:"images" doc:"Ids of images. A customer reads them with getUpload, the staff with the call for images of a conversation."`
	OrderID   int64    `json:"order_id,omitempty" doc:"The order that the message is about."`
	TripID    int64    `json:"trip_id,omitempty" doc:"The trip that the message is about."`
	CreatedAt string   `json:"created_at" doc:"RFC 3339."`
}

// NewsView is what event streams say of conversations.
type NewsView struct {
	Unread        int                     `json:"unread" doc:"For a customer: number of unread messages. For the staff: number of conversations with unread messages."`
	Reported      int                     `json:"reported,omitempty" doc:"For admins: number of reports that wait for a decision."`
	Conversations []ConversationStateView `json:"conversations" doc:"The latest 20. If one differs from the client's copy, the client must fetch it again."`
}

// ConversationStateView is the state of a conversation in an event.
type ConversationStateView struct {
	ID        int64  `json:"id"`
	LastSeq   int64  `json:"last_seq"`
	Unread    int64  `json:"unread"`
	OtherGot  int64  `json:"other_got"`
	OtherRead int64  `json:"other_read"`
	Flags     string `json:"flags" doc:"Changes when the conversation is blocked, reported or closed."`
}

// News returns what an event stream says of conversations.
func News(n conversation.News) NewsView {
	v := NewsView{Unread: n.Unread, Reported: n.Reported, Conversations: make([]ConversationStateView, len(n.Conversations))}
	for i, c := range n.Conversations {
		v.Conversations[i] = ConversationStateView{ID: c.ID, LastSeq: c.LastSeq, Unread: c.Unread, OtherGot: c.Got, OtherRead: c.Read, Flags: c.Flags}
	}
	return v
}

// Conversation returns a conversation as a party sees it.
func Conversation(ctx context.Context, d *catalog.Directory, p conversation.Party, c conversation.Conversation) ConversationView {
	other, mine := c.MarksOf(p.Other()), c.MarksOf(p.Side())
	v := ConversationView{
		ID: c.ID, With: string(c.Kind), Name: c.Name, StoreID: valueOf(c.StoreID), StoreSlug: c.Slug, ModuleID: c.ModuleID, ProviderID: valueOf(c.ProviderID), OrderID: valueOf(c.OrderID),
		State: string(c.StateFor(p)), Reported: c.ReportedBy != "", LastSeq: c.LastSeq, Unread: c.Unread, ReadUpTo: mine.Read, OtherGot: other.Got, OtherRead: other.Read,
		LastText: c.LastBody, LastImages: len(c.LastImages.V), LastIsMine: c.LastSender == p.Side(), LastAt: UnixMilli(c.LastAt),
	}
	switch {
	case p.Side() == conversation.Customer:
		v.Name, v.ImageFullURL = sellerName(d.Texts(ctx), c), PictureURL(d, c.Logo)
	case p.Role == staff.Admin:
		v.Name, v.StoreName = strings.TrimSpace(c.FirstName+" "+c.LastName), c.Name
		v.ReportReason, v.ReportedBy = c.ReportReason, string(c.ReportedBy)
		if v.Reported {
			v.ReportedAt = UnixMilli(c.ReportedAt)
		}
	default:
		v.Name = review.AuthorName(c.FirstName, c.LastName)
	}
	if v.State == string(conversation.Watched) {
		v.Unread = 0
	}
	return v
}

// sellerName returns the name of the store or provider in the language of the response.
func sellerName(texts translation.Reader, c conversation.Conversation) string {
	switch c.Kind {
	case conversation.Store:
		return texts.Name(translation.Store, c.Slug, c.Name)
	case conversation.Provider:
		return texts.Name(translation.Provider, c.Slug, c.Name)
	}
	return c.Name
}

func valueOf(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

// Messages returns messages as a party sees them.
func Messages(p conversation.Party, all []conversation.Message) []MessageView {
	views := make([]MessageView, len(all))
	for i, m := range all {
		v := MessageView{
			Seq: m.Seq, Mine: m.Sender == p.Side(), ClientID: m.ClientKey, Text: m.Body, Images: NonNil(m.Images.V), CreatedAt: UnixMilli(m.CreatedAt),
		}
		if p.Side() == conversation.Staff {
			v.Author = m.StaffName
		}
		switch m.PurchaseKind {
		case "order":
			v.OrderID = *m.PurchaseID
		case "trip":
			v.TripID = *m.PurchaseID
		}
		views[i] = v
	}
	return views
}
