package public

import (
	"context"
	"net/http"
	"time"

	"hawker/internal/api/call"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerNewsletter(a huma.API) {
	limit := h.Limits.Per(a, newslettersPerHour, time.Hour)
	post := func(id, path string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodPost, Path: path, Middlewares: limit}
	}
	huma.Register(a, post("subscribeNewsletter", "/newsletter"), h.subscribeNewsletter)
	huma.Register(a, post("confirmNewsletter", "/newsletter/confirm"), h.confirmNewsletter)
	huma.Register(a, post("leaveNewsletter", "/newsletter/leave"), h.leaveNewsletter)
}

// newslettersPerHour limits calls by client address, because each may send somebody a
// mail.
const newslettersPerHour = 20

type newsletterInput struct {
	call.Scope
	Body struct {
		Email string `json:"email"`
	}
}

type newsletterTokenInput struct {
	call.Scope
	Body struct {
		Token string `json:"token" maxLength:"100" doc:"The token in the mail's link."`
	}
}

// The response must not tell whether the address was known.
const (
	msgSubscribed = "Thank you for subscribing!"
	msgConfirm    = "Thank you for subscribing! If your address is new to us, a mail with a link to confirm it is on its way."
)

// subscribeNewsletter adds an address once, and responds the same every time
// (HDR-08).
func (h *Handlers) subscribeNewsletter(ctx context.Context, in *newsletterInput) (*call.MessageOutput, error) {
	if err := h.News.Subscribe(ctx, in.Body.Email); err != nil {
		return nil, err
	}
	if h.News.Confirms() {
		return call.NewMessage(ctx, msgConfirm), nil
	}
	return call.NewMessage(ctx, msgSubscribed), nil
}

func (h *Handlers) confirmNewsletter(ctx context.Context, in *newsletterTokenInput) (*call.MessageOutput, error) {
	if err := h.News.Confirm(ctx, in.Body.Token); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "You are on our list now. Thank you!"), nil
}

func (h *Handlers) leaveNewsletter(ctx context.Context, in *newsletterTokenInput) (*call.MessageOutput, error) {
	if err := h.News.Leave(ctx, in.Body.Token); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "You are no longer on our list."), nil
}
