// Package bus tells other parts of the program, and other instances, that something
// changed. A message is only a hint: who receives it reads the database again.
// Hints can get lost, so nothing may depend on one.
package bus

import "context"

// Bus carries hints. Safe for concurrent use.
type Bus interface {
	// Publish tells everybody who subscribed to the topic, on every instance.
	// Call it after the commit. An error means that others may not have heard.
	Publish(ctx context.Context, topic, payload string) error
	// Subscribe returns a channel of payloads. A slow reader never holds up a
	// publisher: what it cannot take in is folded into one Resync. cancel ends
	// the subscription and closes the channel; calling it again does nothing.
	Subscribe(topic string) (hints <-chan string, cancel func())
}

// Resync is the payload that says: hints may have been missed, so read
// everything you show again.
const Resync = ""
