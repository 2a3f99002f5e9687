package apitest

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"testing"

	"hawker/internal/notification"
)

// Pushes accepts every message to a device, in place of push services.
type Pushes struct{}

// PublicKey implements notification.Pusher.
func (Pushes) PublicKey() string { return "public-key" }

// Push implements notification.Pusher.
func (Pushes) Push(context.Context, notification.PushSubscription, notification.PushMessage) error {
	return nil
}

// Subscription is the body of a call that subscribes a new browser.
func Subscription(t testing.TB, endpoint string) Fields {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	secret := make([]byte, 16)
	rand.Read(secret)
	encode := base64.RawURLEncoding.EncodeToString
	return Fields{"endpoint": endpoint, "keys": Fields{"p256dh": encode(key.PublicKey().Bytes()), "auth": encode(secret)}}
}
