package verify

import (
	"context"

	"hawker/internal/db"
)

// checkConversations: the numbers of messages have no gaps and end with the last one that
// the conversation counts, and nobody has read more than there is (CHAT-01). Old messages
// are pruned, so the first number may be a later one.
func checkConversations(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "conversation %d: %d faults of its numbers should be found, but there are %d", `
		SELECT id, want, got FROM (
			SELECT c.id AS id, 0 AS want,
				CASE WHEN m.n IS NULL OR m.last = c.last_seq AND m.n = m.last - m.first + 1 THEN 0 ELSE 1 END
				+ CASE WHEN c.customer_seq <= c.last_seq AND c.staff_seq <= c.last_seq THEN 0 ELSE 1 END
				+ CASE WHEN c.customer_read <= c.customer_got AND c.customer_got <= c.staff_seq THEN 0 ELSE 1 END
				+ CASE WHEN c.staff_read <= c.staff_got AND c.staff_got <= c.customer_seq THEN 0 ELSE 1 END AS got
			FROM conversations c LEFT JOIN (
				SELECT conversation_id, COUNT(*) AS n, MIN(seq) AS first, MAX(seq) AS last FROM messages GROUP BY conversation_id
			) m ON m.conversation_id = c.id
		) faults WHERE got > 0`)
}
