package customer

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
)

func (h *Handlers) registerSessions(a huma.API) {
	huma.Register(a, own("listSessions", http.MethodGet, "/customer/sessions"), h.listSessions)
	huma.Register(a, own("deleteSession", http.MethodDelete, "/customer/sessions/{id}"), h.deleteSession)
	huma.Register(a, own("deleteOtherSessions", http.MethodDelete, "/customer/sessions"), h.deleteOtherSessions)
}

type sessionsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		call.Paged
		Sessions []sessionView `json:"sessions" doc:"The newest first."`
	}
}

type sessionView struct {
	ID         int64  `json:"id"`
	Device     string `json:"device" example:"Chrome on Linux"`
	IsCurrent  bool   `json:"is_current" doc:"This session makes the request."`
	CreatedAt  string `json:"created_at" doc:"RFC 3339."`
	LastSeenAt string `json:"last_seen_at" doc:"RFC 3339, accurate to ten minutes."`
}

type otherSessionsInput struct {
	call.Scope
	Device
}

func (h *Handlers) listSessions(ctx context.Context, in *call.ShortListInput) (*sessionsOutput, error) {
	me := call.Session(ctx)
	sessions, err := h.Credentials.ListSessions(ctx, me.CustomerID)
	if err != nil {
		return nil, err
	}
	views := []sessionView{}
	for _, one := range sessions {
		views = append(views, sessionView{
			ID: one.ID, Device: one.Device, IsCurrent: one.ID == me.ID, CreatedAt: view.UnixMilli(one.CreatedAt), LastSeenAt: view.UnixMilli(one.SeenAt),
		})
	}
	out := new(sessionsOutput)
	out.Body.Paged, out.Body.Sessions = call.PageOf(call.Page(in.ShortPage), views)
	return out, nil
}

func (h *Handlers) deleteOtherSessions(ctx context.Context, in *otherSessionsInput) (*call.MessageOutput, error) {
	ended, err := h.Credentials.EndOtherSessions(ctx, call.Session(ctx), in.client(""))
	if err != nil {
		return nil, err
	}
	switch ended {
	case 0:
		return call.NewMessage(ctx, "You are not signed in on any other device."), nil
	case 1:
		return call.NewMessage(ctx, "One other device has been signed out."), nil
	}
	return call.NewMessage(ctx, fmt.Sprintf("%d other devices have been signed out.", ended)), nil
}

func (h *Handlers) deleteSession(ctx context.Context, in *ownInput) (*call.MessageOutput, error) {
	if err := h.Credentials.EndSession(ctx, call.Session(ctx).CustomerID, in.ID); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "That device has been signed out."), nil
}
