package customer

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/notification"
)

// subscriptionsPerHour limits calls by client address. Each may make the server call
// another address later.
const subscriptionsPerHour = 300

func (h *Handlers) registerPush(a huma.API) {
	subscribe := own("subscribePush", http.MethodPost, "/push-subscriptions")
	// The middleware of own reads the session first.
	subscribe.Middlewares = append(subscribe.Middlewares, h.Limits.Per(a, subscriptionsPerHour, time.Hour)...)
	huma.Register(a, subscribe, h.subscribePush)
	huma.Register(a, own("unsubscribePush", http.MethodDelete, "/push-subscriptions"), h.unsubscribePush)
}

type subscribePushInput struct {
	call.Scope
	Body struct {
		Endpoint string   `json:"endpoint" maxLength:"1000" doc:"The address of the browser's subscription: https with a public host name."`
		Keys     pushKeys `json:"keys"`
	}
}

// pushKeys are as a browser's PushSubscription has them.
type pushKeys struct {
	P256dh string `json:"p256dh" maxLength:"100" doc:"The browser's public key, a point of the curve P-256, in base64url."`
	Auth   string `json:"auth" maxLength:"40" doc:"The secret of the subscription, 16 bytes in base64url."`
}

// subscribePush sends the customer's notifications to the device of this session. Its
// language is that of the texts.
func (h *Handlers) subscribePush(ctx context.Context, in *subscribePushInput) (*call.MessageOutput, error) {
	me := call.Session(ctx)
	d := notification.PushSubscription{Endpoint: in.Body.Endpoint, P256dh: in.Body.Keys.P256dh, Auth: in.Body.Keys.Auth}
	if err := h.Notifications.SubscribeDevice(ctx, me, d); err != nil {
		return nil, err
	}
	if err := h.Notifications.UseLanguage(ctx, me.CustomerID, in.Language); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "This device now gets your notifications."), nil
}

// unsubscribePush ends the notifications on the device of this session.
func (h *Handlers) unsubscribePush(ctx context.Context, _ *call.ScopeInput) (*call.MessageOutput, error) {
	if err := h.Notifications.UnsubscribeDevice(ctx, call.Session(ctx)); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "This device gets no more notifications."), nil
}
