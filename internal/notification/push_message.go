package notification

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"hawker/internal/locale"
)

// pushBody is what the service worker of the storefront shows (web/public/sw.js). Push
// services take about 4 kB.
type pushBody struct {
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
	Link  string `json:"link"` // a path of the shop
	Tag   string `json:"tag"`  // replaces the notification with the same tag
	Lang  string `json:"lang"`
}

// Limits of a push, in characters. As JSON a character has six bytes at most.
const (
	maxPushTitle = 200
	maxPushText  = 300
)

// pushMessage writes a notification for a device, in the language of its customer.
func (s *Service) pushMessage(ctx context.Context, p pushing) (PushMessage, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return PushMessage{}, err
	}
	w := writer{texts: s.Texts, language: s.languageOf(p.Language, settings.Languages), currency: settings.Currency.Money()}
	b := p.body(w)
	body, err := json.Marshal(b)
	if err != nil {
		return PushMessage{}, fmt.Errorf("write a push: %w", err)
	}
	left := time.UnixMilli(p.CreatedAt).Add(pushLife).Sub(s.Clock.Now())
	return PushMessage{Body: body, Topic: topic(p.Auth, b.Tag), TTL: left, Urgent: p.About != About{} || p.Kind == MessageReceived}, nil
}

func (p pushing) body(w writer) pushBody {
	b := pushBody{Title: shorten(w.title(p.Kind, p.Params.V), maxPushTitle), Tag: fmt.Sprint("notification-", p.ID), Lang: w.language}
	kind, id := p.purchase()
	if id == 0 {
		b.Link = linkPath(p.Kind, p.Params.V)
		if id := p.Params.V.Conversation; id != 0 {
			b.Tag = fmt.Sprint("conversation-", id)
		}
		return b
	}
	b.Link, b.Tag, b.Text = p.path(), fmt.Sprint(kind, "-", id), p.title(w)
	if reason := p.Params.V.Reason; reason != "" {
		b.Text = w.text("notification_mail.reason", "reason", locale.Reason(w.language, reason))
	}
	b.Text = shorten(b.Text, maxPushText)
	return b
}

// topic hides the tag from the push service, which sees the topic. The service takes 32
// characters.
func topic(auth, tag string) string {
	h := hmac.New(sha256.New, []byte(auth))
	h.Write([]byte(tag))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))[:32]
}

func shorten(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit-1]) + "…"
}
