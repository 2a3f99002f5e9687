package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"hawker/internal/db"
)

const (
	channel = "hawker"
	// maxBytes is the limit of PostgreSQL for one notification, in bytes.
	maxBytes = 7999
	// Without a notification for pingAfter, the connection is checked. The database
	// must reply within replyTime, else we connect again.
	pingAfter = 5 * time.Second
	replyTime = 5 * time.Second
)

// Postgres is the bus of several instances on one database. One connection listens
// and passes every hint, also those of this instance, to its subscribers.
type Postgres struct {
	local *Local
	db    *db.DB
	at    db.Options
	log   *slog.Logger

	pingAfter, replyTime time.Duration
}

// NewPostgres publishes through d; Run listens on a connection of its own.
func NewPostgres(d *db.DB, at db.Options, log *slog.Logger) *Postgres {
	p := &Postgres{local: NewLocal(), db: d, at: at, log: log, pingAfter: pingAfter, replyTime: replyTime}
	if at.CallTime > 0 { // an owner who waits less for calls waits less here
		p.pingAfter, p.replyTime = min(pingAfter, at.CallTime/2), min(replyTime, at.CallTime/2)
	}
	return p
}

// Publish implements Bus. Topic and payload together are at most 8 kB, and a topic
// is one line.
func (p *Postgres) Publish(ctx context.Context, topic, payload string) error {
	message := topic + "\n" + payload
	if len(message) > maxBytes || strings.Contains(topic, "\n") {
		return fmt.Errorf("publish on %.40q: not a message for the bus", topic)
	}
	if _, err := db.One[bool](ctx, p.db.W, `SELECT pg_notify($1, $2) IS NULL`, channel, message); err != nil {
		return fmt.Errorf("publish on %s: %w", topic, err)
	}
	return nil
}

// Subscribe implements Bus. Hints arrive only while Run runs.
func (p *Postgres) Subscribe(topic string) (<-chan string, func()) {
	return p.local.Subscribe(topic)
}

// Run listens until ctx ends. After a lost connection it connects again and sends
// Resync to all subscribers.
func (p *Postgres) Run(ctx context.Context) {
	const minPause, maxPause = 100 * time.Millisecond, 5 * time.Second
	pause := minPause
	for {
		heard, err := p.listen(ctx)
		if ctx.Err() != nil {
			return
		}
		if heard {
			pause = minPause
		}
		p.log.Warn("bus: connection lost, will connect again", "in", pause, "error", err)
		select {
		case <-ctx.Done():
			return
		// A random pause, so that not all instances connect at the same moment.
		case <-time.After(pause/2 + rand.N(pause/2)):
		}
		pause = min(2*pause, maxPause)
	}
}

// listen passes notifications on until the connection ends. listening is false if
// it could not connect.
func (p *Postgres) listen(ctx context.Context) (listening bool, err error) {
	conn, err := p.connect(ctx)
	if err != nil {
		return false, err
	}
	defer func() {
		// ctx has ended, and Close needs a live one.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.replyTime)
		defer cancel()
		conn.Close(last)
	}()
	p.local.resync()
	for {
		n, err := p.next(ctx, conn)
		if err != nil {
			return true, err
		}
		topic, payload, _ := strings.Cut(n.Payload, "\n")
		_ = p.local.Publish(ctx, topic, payload) // Local never returns an error
	}
}

// connect returns a connection that listens.
func (p *Postgres) connect(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, p.replyTime)
	defer cancel()
	conn, err := db.Connect(ctx, p.at)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

// next waits for a notification. When none arrives for a while, it checks that the
// connection still works.
func (p *Postgres) next(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	for {
		waiting, cancel := context.WithTimeout(ctx, p.pingAfter)
		n, err := conn.WaitForNotification(waiting)
		cancel()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return n, err
		}
		asking, cancel := context.WithTimeout(ctx, p.replyTime)
		err = conn.Ping(asking)
		cancel()
		if err != nil {
			return nil, err
		}
	}
}
