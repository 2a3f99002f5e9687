package dbtest

import (
	"context"
	"net"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"hawker/internal/db"
)

// Proxy connects a program to PostgreSQL. It can drop what is sent without closing
// the connections, like a network that loses packets.
type Proxy struct {
	Options db.Options // of the database, through the proxy

	dropping atomic.Bool
	mu       sync.Mutex
	links    map[*link]struct{}
}

// link is one connection through the proxy. A dead one loses everything.
type link struct {
	dead            atomic.Bool
	client, backend net.Conn
}

// Through starts a proxy for the database.
func Through(t testing.TB, o db.Options) *Proxy {
	t.Helper()
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{Options: o, links: map[*link]struct{}{}}
	u := url.URL{Scheme: "postgres", User: url.User(config.User), Host: listener.Addr().String(), Path: "/" + config.Database, RawQuery: "sslmode=disable"}
	p.Options.URL = u.String()
	network, address := pgNetwork(config)
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { p.serve(client, network, address) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		p.Cut()
		wg.Wait()
	})
	return p
}

// Drop makes all connections lose everything from now on.
func (p *Proxy) Drop() {
	p.dropping.Store(true)
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.links {
		l.dead.Store(true)
	}
}

// Forward makes all connections work again. What was dropped stays lost.
func (p *Proxy) Forward() {
	p.Failover()
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.links {
		l.dead.Store(false)
	}
}

// Failover makes new connections work. Earlier ones stay dead.
func (p *Proxy) Failover() { p.dropping.Store(false) }

// Cut closes all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.links {
		l.client.Close()
		l.backend.Close()
	}
}

func (p *Proxy) serve(client net.Conn, network, address string) {
	backend, err := (&net.Dialer{}).DialContext(context.Background(), network, address)
	if err != nil {
		client.Close()
		return
	}
	l := &link{client: client, backend: backend}
	l.dead.Store(p.dropping.Load())
	p.mu.Lock()
	p.links[l] = struct{}{}
	p.mu.Unlock()

	var wg sync.WaitGroup
	wg.Go(func() { l.copy(backend, client) })
	wg.Go(func() { l.copy(client, backend) })
	wg.Wait()
	p.mu.Lock()
	delete(p.links, l)
	p.mu.Unlock()
}

// copy copies until either side ends. On a dead link the other side does not notice
// the end.
func (l *link) copy(to, from net.Conn) {
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		if err == nil && !l.dead.Load() {
			_, err = to.Write(piece[:n])
		}
		if err != nil {
			if !l.dead.Load() {
				to.Close()
			}
			from.Close()
			return
		}
	}
}

func pgNetwork(c *pgx.ConnConfig) (network, address string) {
	if c.Host[0] == '/' {
		return "unix", c.Host + "/.s.PGSQL." + strconv.Itoa(int(c.Port))
	}
	return "tcp", net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port)))
}
