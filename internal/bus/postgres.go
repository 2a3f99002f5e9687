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
	// longest is what PostgreSQL takes in one notification.
	longest = 7999
	// quiet is how long nothing may come before we ask whether the connection
	// still lives, and answerTime how long the database may take to say so. A
	// connection that died without a word is noticed after both.
	quiet      = 5 * time.Second
	answerTime = 5 * time.Second
)

// Postgres is the bus of several instances on one database. One connection
// listens; whatever it hears, our own hints among it, goes to the subscribers
// of this instance.
type Postgres struct {
	local *Local
	db    *db.DB
	at    db.Options
	log   *slog.Logger

	quiet, answerTime time.Duration
}

// NewPostgres publishes through d; Run listens on a connection of its own.
func NewPostgres(d *db.DB, at db.Options, log *slog.Logger) *Postgres {
	p := &Postgres{local: NewLocal(), db: d, at: at, log: log, quiet: quiet, answerTime: answerTime}
	if at.CallTime > 0 { // whoever waits less for a call waits less here
		p.quiet, p.answerTime = min(quiet, at.CallTime/2), min(answerTime, at.CallTime/2)
	}
	return p
}

// Publish as Bus says; topic and payload together are at most 8 kB, and a topic
// is one line.
func (p *Postgres) Publish(ctx context.Context, topic, payload string) error {
	message := topic + "\n" + payload
	if len(message) > longest || strings.Contains(topic, "\n") {
		return fmt.Errorf("publish on %.40q: not a message for the bus", topic)
	}
	if _, err := db.One[bool](ctx, p.db.W, `SELECT pg_notify($1, $2) IS NULL`, channel, message); err != nil {
		return fmt.Errorf("publish on %s: %w", topic, err)
	}
	return nil
}

// Subscribe as Bus says. Hints come while Run runs.
func (p *Postgres) Subscribe(topic string) (<-chan string, func()) {
	return p.local.Subscribe(topic)
}

// Run listens until ctx ends, and after every lost connection connects again
// and tells all subscribers to Resync.
func (p *Postgres) Run(ctx context.Context) {
	const shortest, longest = 100 * time.Millisecond, 5 * time.Second
	pause := shortest
	for {
		heard, err := p.listen(ctx)
		if ctx.Err() != nil {
			return
		}
		if heard {
			pause = shortest
		}
		p.log.Warn("bus: connection lost, will connect again", "in", pause, "error", err)
		select {
		case <-ctx.Done():
			return
		// By chance, or all instances would come back at the same moment.
		case <-time.After(pause/2 + rand.N(pause/2)):
		}
		pause = min(2*pause, longest)
	}
}

// listen passes on what it hears until the connection ends; listening tells
// whether there was one.
func (p *Postgres) listen(ctx context.Context) (listening bool, err error) {
	conn, err := p.connect(ctx)
	if err != nil {
		return false, err
	}
	defer func() {
		// Its own context: the one that ended would not let it say goodbye.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.answerTime)
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
		_ = p.local.Publish(ctx, topic, payload) // within the process it cannot fail
	}
}

// connect returns a connection that listens.
func (p *Postgres) connect(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, p.answerTime)
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

// next waits for a notification, and when it is quiet for long makes sure that
// this is not because the other side is gone.
func (p *Postgres) next(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	for {
		waiting, cancel := context.WithTimeout(ctx, p.quiet)
		n, err := conn.WaitForNotification(waiting)
		cancel()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return n, err
		}
		asking, cancel := context.WithTimeout(ctx, p.answerTime)
		err = conn.Ping(asking)
		cancel()
		if err != nil {
			return nil, err
		}
	}
}
