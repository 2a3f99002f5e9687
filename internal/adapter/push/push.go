// Package push sends messages to browsers, by the push services of their makers (RFC
// 8030), encrypted for the browser (RFC 8291) and signed by the shop (VAPID, RFC 8292). It
// implements notification.Pusher.
//
// The address of a push service comes from a stranger's browser. So only https on port 443
// of public network addresses is called, redirects are not followed, and no proxy is used.
package push

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"hawker/internal/errs"
	"hawker/internal/notification"
)

const (
	// timeout is how long one call may take, including its response.
	timeout = 5 * time.Second
	// maxBytes is how much of a response is read, so that the connection can be used again.
	maxBytes = 4 << 10
	// maxPause is the longest pause that a push service may ask for.
	maxPause = time.Hour
)

// Config is what push services know of the shop.
type Config struct {
	Key     string // the private key of NewKey
	Contact string // mailto: or https:, for the people of a push service
}

// Client sends messages. Safe for concurrent use.
type Client struct {
	private, public string
	contact         string
	timeout         time.Duration
	http            *http.Client
}

// NewKey returns a new private key: a number of the curve P-256 as base64url. It never begins
// with '-', which a command line would take for an option.
func NewKey() (string, error) {
	for {
		key, err := ecdh.P256().GenerateKey(rand.Reader)
		if err != nil {
			return "", err
		}
		if text := base64.RawURLEncoding.EncodeToString(key.Bytes()); text[0] != '-' {
			return text, nil
		}
	}
}

// New checks the config. Errors do not contain any part of it.
func New(c Config) (*Client, error) {
	bytes, err := base64.RawURLEncoding.DecodeString(c.Key)
	if err != nil {
		return nil, errors.New("the key of web push is not one that `hawker keys` prints")
	}
	key, err := ecdh.P256().NewPrivateKey(bytes)
	if err != nil {
		return nil, errors.New("the key of web push is not one that `hawker keys` prints")
	}
	if !isContact(c.Contact) {
		return nil, errors.New("web push needs a contact for push services: mailto:you@example.com or https://example.com")
	}
	return &Client{
		private: c.Key, public: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()),
		contact: strings.TrimPrefix(c.Contact, "mailto:"), // the library adds it
		timeout: timeout, http: newHTTPClient(isPublic, nil),
	}, nil
}

func isContact(contact string) bool {
	if address, ok := strings.CutPrefix(contact, "mailto:"); ok {
		parsed, err := mail.ParseAddress(address)
		return err == nil && parsed.Address == address
	}
	u, err := url.Parse(contact)
	return err == nil && u.Scheme == "https" && u.Host != ""
}

var _ notification.Pusher = (*Client)(nil)

// PublicKey implements notification.Pusher.
func (c *Client) PublicKey() string { return c.public }

// Push implements notification.Pusher. A message that was written to the connection, but
// got no response, may have been accepted.
func (c *Client) Push(ctx context.Context, to notification.PushSubscription, m notification.PushMessage) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var written atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { written.Store(true) }})
	urgency := webpush.UrgencyNormal
	if m.Urgent {
		urgency = webpush.UrgencyHigh
	}
	response, err := webpush.SendNotificationWithContext(ctx, m.Body, &webpush.Subscription{
		Endpoint: to.Endpoint, Keys: webpush.Keys{P256dh: to.P256dh, Auth: to.Auth},
	}, &webpush.Options{
		HTTPClient: c.http, Subscriber: c.contact, VAPIDPublicKey: c.public, VAPIDPrivateKey: c.private,
		Topic: m.Topic, TTL: max(0, int(m.TTL.Seconds())), Urgency: urgency,
	})
	if err != nil {
		return failure(err, written.Load())
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, maxBytes)
	return outcome(response)
}

// failure is the error of a call without a response. It does not contain the endpoint.
func failure(err error, written bool) error {
	e, ofNetwork := errors.AsType[*url.Error](err)
	switch {
	case errors.Is(err, errForbidden):
		return errs.New(errs.Invalid, "The push service has no public address.").Because(errForbidden)
	case !ofNetwork: // the library could not encrypt it
		return errs.New(errs.Invalid, "This message cannot be sent.")
	case written:
		return fmt.Errorf("the push service did not respond: %w", e.Err)
	}
	return errs.New(errs.Unavailable, "The push service cannot be reached at the moment.").Because(e.Err)
}

func outcome(r *http.Response) error {
	cause := fmt.Errorf("the push service returned %d", r.StatusCode)
	switch s := r.StatusCode; {
	case s/100 == 2:
		return nil
	case s == http.StatusNotFound || s == http.StatusGone:
		return errs.New(errs.NotFound, "This subscription has ended.").Because(cause)
	case s == http.StatusTooManyRequests || s == http.StatusRequestTimeout || s/100 == 5:
		return errs.New(errs.Unavailable, "The push service does not accept messages at the moment.").Because(cause).After(pause(r.Header.Get("Retry-After"), time.Now()))
	}
	return errs.New(errs.Invalid, "The push service refuses this message.").Because(cause)
}

// pause reads a Retry-After: seconds, or a date.
func pause(header string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseInt(header, 10, 64); err == nil {
		return time.Duration(min(max(seconds, 0), int64(maxPause.Seconds()))) * time.Second
	}
	at, err := http.ParseTime(header)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), maxPause)
}
