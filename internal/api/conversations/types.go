package conversations

import (
	"cmp"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/conversation"
)

// oneOutput is a conversation.
type oneOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         view.ConversationView
}

// conversationsOutput is a page of conversations.
type conversationsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		call.Paged
		Conversations []view.ConversationView `json:"conversations" doc:"Conversations that have messages, the newest first."`
	}
}

// messagesInput asks for a part of the messages of a conversation.
type messagesInput struct {
	call.Scope
	ID     int64 `path:"id" minimum:"1"`
	After  int64 `query:"after" minimum:"1" doc:"Messages after this number, the oldest first: what a client missed. Absent: the newest messages."`
	Before int64 `query:"before" minimum:"1" doc:"The newest messages before this number."`
	Limit  int   `query:"limit" minimum:"1" maximum:"100" default:"50"`
}

// bounds returns the part.
func (in messagesInput) bounds() conversation.Range {
	return conversation.Range{After: in.After, Before: in.Before, Limit: cmp.Or(in.Limit, 50)}
}

// messagesOutput has messages, and the conversation as it is now.
type messagesOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Conversation view.ConversationView `json:"conversation"`
		Messages     []view.MessageView    `json:"messages" doc:"Sorted by number."`
		HasMore      bool                  `json:"has_more" doc:"There are more messages: newer ones if after was given, else older ones."`
	}
}

// postMessageInput is a message to send.
type postMessageInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		ClientID string   `json:"client_id" minLength:"8" maxLength:"64" doc:"Chosen by the client, such as a UUID. If a message is sent again with the same id, it is stored once."`
		Text     string   `json:"text,omitempty" maxLength:"8000" doc:"At most 2000 characters."`
		Images   []string `json:"images,omitempty" maxItems:"20" doc:"Ids of images; at most 3. A customer uploads them with the purpose chat, the staff with the call for images of a conversation."`
		OrderID  int64    `json:"order_id,omitempty" minimum:"1" doc:"The order that the message is about."`
		TripID   int64    `json:"trip_id,omitempty" minimum:"1" doc:"The trip that the message is about."`
	}
}

// message returns the message.
func (in postMessageInput) message() conversation.NewMessage {
	return conversation.NewMessage{
		ConversationID: in.ID, ClientKey: in.Body.ClientID, Text: in.Body.Text, Images: in.Body.Images, PurchaseID: cmp.Or(in.Body.OrderID, in.Body.TripID),
	}
}

// sentOutput is a message that was sent.
type sentOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         view.MessageView
}

// marksInput says how far messages have got and were read.
type marksInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Got  int64 `json:"got,omitempty" minimum:"1" doc:"This device has received the messages up to this number."`
		Read int64 `json:"read,omitempty" minimum:"1" doc:"The person has read the messages up to this number."`
	}
}

// marks returns the marks.
func (in marksInput) marks() conversation.Marks {
	return conversation.Marks{Got: in.Body.Got, Read: in.Body.Read}
}

// blockConversationInput stops a conversation, or lets it go on.
type blockConversationInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Blocked bool `json:"blocked" doc:"True: neither side can write, until the caller's side unblocks the conversation."`
	}
}

// reportConversationInput shows a conversation to the admins.
type reportConversationInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" doc:"What is wrong, for the admins."`
	}
}

// conversationImageForm is an image.
type conversationImageForm struct {
	Image huma.FormFile `form:"image" doc:"jpg, png, gif or webp, at most 10 MB. It is encoded again without its metadata."`
}

type conversationImageInput struct {
	call.Scope
	ID      int64 `path:"id" minimum:"1"`
	RawBody huma.MultipartFormFiles[conversationImageForm]
}

type conversationImageOutput struct {
	Body struct {
		ID string `json:"id" doc:"For images of a message. The image is deleted after a day unless a message has it."`
	}
}

type getImageInput struct {
	call.Scope
	ID    int64  `path:"id" minimum:"1"`
	Image string `path:"image" maxLength:"80" doc:"The id in images of a message."`
}

type startConversationInput struct {
	call.Scope
	Body struct {
		With       string `json:"with" enum:"store,provider,rider,support"`
		StoreID    int64  `json:"store_id,omitempty" minimum:"1" doc:"With this store, or about order_id with its store."`
		ProviderID int64  `json:"provider_id,omitempty" minimum:"1" doc:"With this provider, or about trip_id with its provider."`
		OrderID    int64  `json:"order_id,omitempty" minimum:"1" doc:"Only for a customer: with the store or the rider of this order."`
		TripID     int64  `json:"trip_id,omitempty" minimum:"1" doc:"Only for a customer: with the provider of this trip."`
	}
}

type listInput struct {
	call.Scope
	call.Page
	State string `query:"state" enum:"all,unread,reported" default:"all" doc:"unread: with messages that the caller's side has not read. reported: waiting for the decision of an admin, or closed by one; for admins only."`
}

type settleReportInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Closed     bool      `json:"closed" doc:"True: nobody can write in it any more. False: both sides can."`
		ReportedAt time.Time `json:"reported_at,omitempty" doc:"The reported_at that the admin has seen. If the conversation was reported again since, or the report was decided, the response is 409."`
	}
}

// decision returns what the admin decides.
func (in settleReportInput) decision() conversation.Decision {
	return conversation.Decision{Closed: in.Body.Closed, ReportedAt: in.Body.ReportedAt}
}
