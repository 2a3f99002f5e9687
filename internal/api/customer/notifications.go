package customer

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/money"
	"hawker/internal/notification"
)

func (h *Handlers) registerNotifications(a huma.API) {
	huma.Register(a, own("listNotifications", http.MethodGet, "/notifications"), h.listNotifications)
	huma.Register(a, own("getNotificationSettings", http.MethodGet, "/notifications/settings"), h.getNotificationSettings)
	huma.Register(a, own("putNotificationSettings", http.MethodPut, "/notifications/settings"), h.putNotificationSettings)
	leave := open("unsubscribeNotifications", http.MethodPost, "/notifications/unsubscribe")
	leave.Middlewares = h.Limits.Per(a, unsubscribesPerHour, time.Hour)
	huma.Register(a, leave, h.unsubscribeNotifications)
	huma.Register(a, own("readNotifications", http.MethodPost, "/notifications/read"), h.readNotifications)
}

type notificationsInput struct {
	call.Scope
	call.Page
}

type notificationsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		call.Paged
		Unread        int                `json:"unread" doc:"Number of unread notifications."`
		Notifications []notificationView `json:"notifications" doc:"The newest first."`
	}
}

// notificationView has a kind and what stands in its text. The client has the texts.
type notificationView struct {
	ID           int64   `json:"id"`
	Kind         string  `json:"kind" enum:"order_placed,order_confirmed,order_ready,order_on_the_way,order_delivered,order_collected,order_canceled,order_not_delivered,order_not_collected,order_refunded,refund_refused,prescription_approved,payment_received,payment_refused,parcel_placed,parcel_confirmed,parcel_on_the_way,parcel_delivered,parcel_canceled,parcel_not_delivered,trip_placed,trip_confirmed,trip_started,trip_completed,trip_canceled,trip_refunded,trip_refund_refused,licence_refused,item_in_stock,item_cheaper,store_open,points_earned,cashback_received,order_rewarded,referral_rewarded,message_received"`
	OrderID      int64   `json:"order_id,omitempty" doc:"The order it is about; for a reward, the order that earned it. Absent: about no order."`
	TripID       int64   `json:"trip_id,omitempty" doc:"The trip it is about. Absent: about no trip."`
	Store        string  `json:"store,omitempty" doc:"Name of the store or the provider; for a message, the name of its sender."`
	Conversation int64   `json:"conversation_id,omitempty" doc:"Only for a message: the conversation that it is in."`
	Reason       string  `json:"reason,omitempty" doc:"The reason as a person wrote it. If it was chosen from a list, or comes from the shop, it is in the language of the response."`
	Amount       float64 `json:"amount,omitempty" doc:"Major units."`
	Points       int64   `json:"points,omitempty" doc:"Points earned."`
	Item         string  `json:"item,omitempty" doc:"Only for an alert: name of the item."`
	ItemSlug     string  `json:"item_slug,omitempty"`
	StoreSlug    string  `json:"store_slug,omitempty" doc:"Only for an alert."`
	ModuleID     int64   `json:"module_id,omitempty" doc:"Only for an alert."`
	ModuleType   string  `json:"module_type,omitempty" doc:"Only for an alert."`
	Read         bool    `json:"read"`
	CreatedAt    string  `json:"created_at" doc:"RFC 3339."`
}

func viewNotification(ctx context.Context, m money.Currency, n notification.Notification) notificationView {
	p := n.Params.V
	v := notificationView{
		ID: n.ID, Kind: string(n.Kind), Store: p.Store, Reason: call.SayReason(ctx, p.Reason), Amount: m.ToMajor(p.Amount), Points: p.Points,
		Item: p.Item, ItemSlug: p.ItemSlug, StoreSlug: p.StoreSlug, ModuleID: p.ModuleID, ModuleType: p.ModuleType,
		Conversation: p.Conversation, Read: n.ReadAt != nil, CreatedAt: view.UnixMilli(n.CreatedAt), OrderID: p.Order,
	}
	if n.OrderID != nil {
		v.OrderID = *n.OrderID
	}
	if n.TripID != nil {
		v.TripID = *n.TripID
	}
	return v
}

func (h *Handlers) listNotifications(ctx context.Context, in *notificationsInput) (*notificationsOutput, error) {
	me := call.Session(ctx)
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	page, total, err := h.Notifications.List(ctx, me.CustomerID, in.Paging())
	if err != nil {
		return nil, err
	}
	news, err := h.Notifications.News(ctx, me.CustomerID)
	if err != nil {
		return nil, err
	}
	out := new(notificationsOutput)
	out.Body.Paged, out.Body.Unread = in.Of(total), news.Unread
	out.Body.Notifications = make([]notificationView, len(page))
	for i, n := range page {
		out.Body.Notifications[i] = viewNotification(ctx, settings.Currency.Money(), n)
	}
	return out, nil
}

type readInput struct {
	call.Scope
	Body struct {
		IDs  []int64 `json:"ids,omitempty" maxItems:"100" doc:"The notifications with these ids."`
		UpTo int64   `json:"up_to,omitempty" minimum:"1" doc:"All notifications up to this id."`
	}
}

type unreadOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Unread int `json:"unread" doc:"Number of notifications that are still unread."`
	}
}

// readNotifications marks notifications of the customer as read. Ids of others are
// ignored.
func (h *Handlers) readNotifications(ctx context.Context, in *readInput) (*unreadOutput, error) {
	me := call.Session(ctx)
	err := h.Notifications.MarkRead(ctx, notification.Read{
		CustomerID: me.CustomerID, ShopperID: me.ShopperID, IDs: in.Body.IDs, UpTo: in.Body.UpTo,
	})
	if err != nil {
		return nil, err
	}
	news, err := h.Notifications.News(ctx, me.CustomerID)
	out := new(unreadOutput)
	out.Body.Unread = news.Unread
	return out, err
}

// unsubscribesPerHour limits calls by client address: mail services of many people share one.
const unsubscribesPerHour = 2000

// NotificationSettings is exported, because the HTTP library ignores embedded types that
// are not.
type NotificationSettings struct {
	OrderMail bool `json:"order_mail" doc:"The customer gets mails about their orders and trips."`
	Alerts    bool `json:"alerts" doc:"The customer gets alerts about things on the wishlist."`
	AlertMail bool `json:"alert_mail" doc:"The customer gets these alerts by mail, too."`
}

type notificationSettingsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		NotificationSettings
		CanMail   bool `json:"can_mail" doc:"The shop can send mails."`
		HasDevice bool `json:"has_device" doc:"The device of this session gets notifications (POST /push-subscriptions)."`
	}
}

type notificationSettingsInput struct {
	call.Scope
	Body NotificationSettings
}

type unsubscribeInput struct {
	call.Scope
	Customer int64  `query:"customer" minimum:"1" required:"true"`
	Token    string `query:"token" maxLength:"100" required:"true" doc:"The token in the mail's link."`
}

func (h *Handlers) getNotificationSettings(ctx context.Context, _ *call.ScopeInput) (*notificationSettingsOutput, error) {
	me := call.Session(ctx)
	s, err := h.Notifications.SettingsOf(ctx, me.CustomerID)
	if err != nil {
		return nil, err
	}
	hasDevice, err := h.Notifications.HasDevice(ctx, me)
	out := new(notificationSettingsOutput)
	out.Body.NotificationSettings, out.Body.CanMail, out.Body.HasDevice = NotificationSettings(s), h.Notifications.CanMail(), hasDevice
	return out, err
}

func (h *Handlers) putNotificationSettings(ctx context.Context, in *notificationSettingsInput) (*notificationSettingsOutput, error) {
	if err := h.Notifications.SaveSettings(ctx, call.Session(ctx).CustomerID, notification.Settings(in.Body)); err != nil {
		return nil, err
	}
	return h.getNotificationSettings(ctx, nil)
}

// unsubscribeNotifications switches mails off. Mail programs call it when somebody taps
// their button (RFC 8058), with a form that is not read.
func (h *Handlers) unsubscribeNotifications(ctx context.Context, in *unsubscribeInput) (*call.MessageOutput, error) {
	if err := h.Notifications.Unsubscribe(ctx, in.Customer, in.Token); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "You get no more mails about your orders and your wishlist."), nil
}
