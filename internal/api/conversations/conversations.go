// Package conversations has the calls about conversations. Customers and the staff make the
// same ones, each from their own side: a conversation in which a caller takes no part gets
// the same response as one that does not exist.
package conversations

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/conversation"
	"hawker/internal/errs"
	"hawker/internal/staff"
	"hawker/internal/upload"
)

// Handlers serves the calls.
type Handlers struct {
	Conversations *conversation.Service
	Catalog       *catalog.Service
	Uploads       *upload.Service
	Limits        call.RateLimiter
}

// caller is a kind of callers.
type caller struct {
	name, prefix string // of its operations and paths
	who          []map[string][]string
	party        func(context.Context) conversation.Party
}

var callers = []caller{
	{"", "", call.Customers, CustomerParty},
	{"Vendor", "/vendor", call.AnyVendors, StaffParty},
	{"Rider", "/rider", call.Riders, StaffParty},
	{"Admin", "/admin", call.Admins, StaffParty},
}

// Register adds the calls to the API.
func (h *Handlers) Register(a huma.API) {
	huma.Register(a, call.By(call.Customers, huma.Operation{OperationID: "startConversation", Method: http.MethodPost, Path: "/conversations"}), h.start)
	huma.Register(a, call.By(call.Admins, huma.Operation{OperationID: "settleReport", Method: http.MethodPost, Path: "/admin/conversations/{id}/settle"}), h.settle)
	for _, c := range callers {
		as := side{h, c.party}
		// op is the operation before<Caller>after.
		op := func(before, after, method, path string) huma.Operation {
			return call.By(c.who, huma.Operation{OperationID: before + c.name + after, Method: method, Path: c.prefix + "/conversations" + path})
		}
		huma.Register(a, op("list", "Conversations", http.MethodGet, ""), as.list)
		huma.Register(a, op("list", "Messages", http.MethodGet, "/{id}/messages"), as.messages)
		huma.Register(a, op("send", "Message", http.MethodPost, "/{id}/messages"), as.send)
		huma.Register(a, op("mark", "Messages", http.MethodPost, "/{id}/read"), as.mark)
		huma.Register(a, op("block", "Conversation", http.MethodPost, "/{id}/block"), as.block)
		if c.name != "Admin" { // an admin decides about reports
			huma.Register(a, op("report", "Conversation", http.MethodPost, "/{id}/report"), as.report)
		}
		if c.name == "" {
			continue // a customer uses postUpload and getUpload
		}
		post := op("post", "ConversationImage", http.MethodPost, "/{id}/images")
		post.Middlewares = h.Limits.Images(a)
		huma.Register(a, call.LimitForm(a, post, call.MaxImageForm), as.postImage)
		get := op("get", "ConversationImage", http.MethodGet, "/{id}/images/{image}")
		get.Responses = view.ImageResponse
		huma.Register(a, get, as.getImage)
	}
}

// CustomerParty is the customer who makes a call.
func CustomerParty(ctx context.Context) conversation.Party {
	me := call.Session(ctx)
	return conversation.Party{CustomerID: me.CustomerID, ShopperID: me.ShopperID}
}

// StaffParty is the member of staff who makes a call.
func StaffParty(ctx context.Context) conversation.Party { return PartyOf(call.Member(ctx)) }

// start begins a conversation of a customer, or returns the one that there is.
func (h *Handlers) start(ctx context.Context, in *startConversationInput) (*oneOutput, error) {
	me := CustomerParty(ctx)
	c, err := h.Conversations.Start(ctx, me, conversation.Start{
		With: conversation.Kind(in.Body.With), StoreID: in.Body.StoreID, ProviderID: in.Body.ProviderID, OrderID: in.Body.OrderID, TripID: in.Body.TripID,
	})
	if err != nil {
		return nil, err
	}
	return h.response(ctx, me, c)
}

// settle is an admin's decision about a report.
func (h *Handlers) settle(ctx context.Context, in *settleReportInput) (*oneOutput, error) {
	me := StaffParty(ctx)
	c, err := h.Conversations.DecideReport(ctx, me, in.ID, in.decision())
	if err != nil {
		return nil, err
	}
	return h.response(ctx, me, c)
}

func (h *Handlers) response(ctx context.Context, p conversation.Party, c conversation.Conversation) (*oneOutput, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	return &oneOutput{Body: view.Conversation(ctx, directory, p, c)}, nil
}

// side has the handlers of one kind of callers.
type side struct {
	*Handlers
	party func(context.Context) conversation.Party
}

func (s side) list(ctx context.Context, in *listInput) (*conversationsOutput, error) {
	me := s.party(ctx)
	if in.State == "reported" && me.Role != staff.Admin {
		return nil, errs.New(errs.Invalid, "Only admins see what was reported.").On("state")
	}
	directory, err := s.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	f := conversation.Filter{Unread: in.State == "unread", Reported: in.State == "reported"}
	page, total, err := s.Conversations.List(ctx, me, f, in.Paging())
	if err != nil {
		return nil, err
	}
	out := new(conversationsOutput)
	out.Body.Paged = in.Of(total)
	out.Body.Conversations = make([]view.ConversationView, len(page))
	for i, c := range page {
		out.Body.Conversations[i] = view.Conversation(ctx, directory, me, c)
	}
	return out, nil
}

func (s side) messages(ctx context.Context, in *messagesInput) (*messagesOutput, error) {
	me := s.party(ctx)
	c, page, more, err := s.Conversations.Messages(ctx, me, in.ID, in.bounds())
	if err != nil {
		return nil, err
	}
	found, err := s.response(ctx, me, c)
	if err != nil {
		return nil, err
	}
	out := new(messagesOutput)
	out.Body.Conversation, out.Body.Messages, out.Body.HasMore = found.Body, view.Messages(me, page), more
	return out, nil
}

// send stores a message. The same request again has the same response.
func (s side) send(ctx context.Context, in *postMessageInput) (*sentOutput, error) {
	me := s.party(ctx)
	m, err := s.Conversations.Send(ctx, me, in.message())
	if err != nil {
		return nil, err
	}
	return &sentOutput{Body: view.Messages(me, []conversation.Message{m})[0]}, nil
}

// mark says how far messages have got and were read.
func (s side) mark(ctx context.Context, in *marksInput) (*call.MessageOutput, error) {
	if err := s.Conversations.Mark(ctx, s.party(ctx), in.ID, in.marks()); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Marked."), nil
}

func (s side) block(ctx context.Context, in *blockConversationInput) (*oneOutput, error) {
	me := s.party(ctx)
	c, err := s.Conversations.Block(ctx, me, in.ID, in.Body.Blocked)
	if err != nil {
		return nil, err
	}
	return s.response(ctx, me, c)
}

func (s side) report(ctx context.Context, in *reportConversationInput) (*oneOutput, error) {
	me := s.party(ctx)
	c, err := s.Conversations.Report(ctx, me, in.ID, strings.TrimSpace(in.Body.Reason))
	if err != nil {
		return nil, err
	}
	return s.response(ctx, me, c)
}

// postImage stores an image that the staff will send.
func (s side) postImage(ctx context.Context, in *conversationImageInput) (*conversationImageOutput, error) {
	c, err := s.Conversations.Find(ctx, s.party(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	content, err := call.ReadImage(in.RawBody.Data().Image)
	if err != nil {
		return nil, err
	}
	out := new(conversationImageOutput)
	out.Body.ID, err = s.Uploads.AddToConversation(ctx, content, c.ID, c.ShopperID)
	return out, err
}

// getImage returns an image of a conversation to the staff who take part in it.
func (s side) getImage(ctx context.Context, in *getImageInput) (*huma.StreamResponse, error) {
	c, err := s.Conversations.Find(ctx, s.party(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	content, err := s.Uploads.OpenOfConversation(ctx, in.Image, c.ID)
	if err != nil {
		return nil, err
	}
	return view.Image(content, "no-store"), nil
}
