package main

import (
	"fmt"

	"hawker/internal/adapter/push"
	"hawker/internal/notification"
)

// keysCmd prints a new key for web push.
type keysCmd struct{}

const keysText = `# Web push: put these lines into the environment of hawker serve, and your own address
# into the second. The first is a secret. Keep it: with another key, every customer must
# switch the notifications of their devices on again.
HAWKER_VAPID_KEY=%s
HAWKER_VAPID_CONTACT=mailto:you@example.com
# Browsers get the public key from the shop: %s
`

func (*keysCmd) Run(e *env) error {
	key, err := push.NewKey()
	if err != nil {
		return err
	}
	client, err := push.New(push.Config{Key: key, Contact: "mailto:you@example.com"})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, keysText, key, client.PublicKey())
	return err
}

// pusher returns nil if web push is not set up. Push services want to know whom to ask; by
// default the public URL says it.
func (f serverFlags) pusher() (notification.Pusher, error) {
	if f.VAPIDKey == "" {
		return nil, needs("web push", [][2]string{{"vapid-key", ""}}, f.VAPIDContact)
	}
	contact := f.VAPIDContact
	if contact == "" {
		contact = f.origin()
	}
	client, err := push.New(push.Config{Key: string(f.VAPIDKey), Contact: contact})
	if err != nil {
		return nil, fmt.Errorf("--vapid-key and --vapid-contact: %w", err)
	}
	return client, nil
}
