// Package bus notifies other parts of the program, and other instances, that
// something changed. A message is only a hint: the receiver reads the database again.
// Hints can get lost, so nothing may depend on one.
package bus

import "context"

// Bus carries hints. Safe for concurrent use.
type Bus interface {
	// Publish sends the payload to all subscribers of the topic, on every instance.
	// Call it after the commit. After an error some of them may not receive it.
	Publish(ctx context.Context, topic, payload string) error
	// Subscribe returns a channel of payloads. A slow reader never blocks a
	// publisher: too many unread payloads are replaced by one Resync. cancel ends
	// the subscription and closes the channel; calling it again does nothing.
	Subscribe(topic string) (hints <-chan string, cancel func())
}

// Resync is the payload after hints were lost: the subscriber must read everything
// that it shows again.
const Resync = ""
