package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"hawker/internal/adapter/traces"
	"hawker/internal/db"
	"hawker/internal/server"
)

// dataFlags say where the data is. Every command that uses the data has them.
type dataFlags struct {
	Data        string        `default:"data" type:"path" help:"Folder of the database and the files."`
	DatabaseURL secret        `name:"database-url" placeholder:"postgres://…" help:"PostgreSQL; without it, SQLite in the data folder."`
	DirectURL   secret        `name:"database-direct-url" placeholder:"postgres://…" help:"PostgreSQL itself, if --database-url is PgBouncer in transaction mode."`
	ReadURL     secret        `name:"database-read-url" placeholder:"postgres://…" help:"A replica of PostgreSQL, from which the catalogue is read."`
	Connections int           `name:"database-connections" default:"16" help:"The most connections to PostgreSQL."`
	CallTime    time.Duration `name:"database-timeout" default:"15s" help:"Time limit of one call to the database."`

	filesFlags
}

func (f dataFlags) options() db.Options {
	return db.Options{Dir: f.Data, URL: string(f.DatabaseURL), DirectURL: string(f.DirectURL), Conns: f.Connections, CallTime: f.CallTime}
}

// minConnections is the smallest pool: a shop needs a connection while another waits for
// a lock.
const minConnections = 4

// Validate checks the flags of every command that uses the data. A command with its own
// Validate must call it.
func (f dataFlags) Validate() error {
	if f.Connections < minConnections {
		return fmt.Errorf("--database-connections must be at least %d", minConnections)
	}
	if f.DirectURL != "" && f.DatabaseURL == "" {
		return errors.New("--database-direct-url needs --database-url, the address of PgBouncer")
	}
	if f.ReadURL != "" && f.DatabaseURL == "" {
		return errors.New("--database-read-url is a replica of PostgreSQL: SQLite has none, so it needs --database-url")
	}
	if f.CallTime <= 0 || f.CallTime > server.ResponseTimeout {
		return fmt.Errorf("--database-timeout must be above 0s and at most %v: a request ends then", server.ResponseTimeout)
	}
	return f.filesFlags.Validate()
}

// existing returns the options of a command for a town that is there. It does not create a
// database if the path is wrong.
func (f dataFlags) existing() db.Options {
	o := f.options()
	o.MustExist = true
	return o
}

// openExisting opens the database for a command that does not migrate it.
func (f dataFlags) openExisting(ctx context.Context) (*db.DB, error) {
	d, err := db.Open(ctx, f.existing())
	if err != nil {
		return nil, err
	}
	if err := db.CheckSchema(ctx, d.R, d.Dialect); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// serverFlags are the flags of serving, besides those of the data.
type serverFlags struct {
	externalFlags
	languageFlags
	mapFlags
	tileFlags

	Addr           string        `default:"127.0.0.1:8080" help:"Address to listen on."`
	MetricsAddr    string        `name:"metrics-addr" help:"Address of the metrics; none by default."`
	TracesURL      string        `name:"traces-url" placeholder:"http://…" help:"OTLP collector for traces; none by default. OTEL_EXPORTER_OTLP_ENDPOINT sets it too."`
	TracesShare    float64       `name:"traces-share" default:"0.1" help:"Share of requests that are traced, 0 to 1."`
	PublicURL      string        `name:"public-url" placeholder:"https://…" help:"Address that shoppers see; needed behind a proxy for links that leave the page."`
	TrustedProxies []string      `name:"trusted-proxies" placeholder:"10.0.0.0/8" help:"Addresses or networks of proxies whose X-Forwarded-For is trusted."`
	RateLimits     string        `name:"rate-limits" default:"on" enum:"on,off" help:"Limit the rate of calls; off for load tests."`
	Streams        int           `default:"10000" help:"Limit of open event streams (live views of orders, trips and the desk)."`
	Drain          time.Duration `default:"5s" help:"How long running requests may continue after a stop."`
	Log            string        `default:"info" enum:"debug,info,warn,error" help:"Lowest level to log."`
}

// origin returns the scheme and host of the public URL, or "" without one.
func (f serverFlags) origin() string {
	u, err := url.Parse(f.PublicURL)
	if f.PublicURL == "" || err != nil { // Validate has checked it
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func (f serverFlags) traces() traces.Config {
	return traces.Config{URL: f.TracesURL, Share: f.TracesShare, Version: buildVersion(), Log: slog.Default()}
}

// checkAddresses fails if an address is in use or not of this machine. It leaves them free:
// while the database is migrated, a proxy goes to another instance only if it cannot connect.
func (f serverFlags) checkAddresses(ctx context.Context) error {
	for _, addr := range []string{f.Addr, f.MetricsAddr} {
		if addr == "" {
			continue
		}
		listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
		if err != nil {
			return err
		}
		if err := listener.Close(); err != nil {
			return err
		}
	}
	return nil
}

// readNetwork reads the network of proxies; an address is a network of its own.
func readNetwork(text string) (netip.Prefix, error) {
	if addr, err := netip.ParseAddr(text); err == nil {
		return addr.Prefix(addr.BitLen())
	}
	return netip.ParsePrefix(text)
}

// Validate returns all mistakes at once.
func (f serverFlags) Validate() error {
	var wrong []string
	for _, addr := range []string{f.Addr, f.MetricsAddr} {
		if _, _, err := net.SplitHostPort(addr); addr != "" && err != nil {
			wrong = append(wrong, fmt.Sprintf("address %q: %v", addr, err))
		}
	}
	if u, err := url.Parse(f.PublicURL); f.PublicURL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		wrong = append(wrong, fmt.Sprintf("public URL %q is not http(s)://host", f.PublicURL))
	}
	for _, network := range f.TrustedProxies {
		if _, err := readNetwork(network); err != nil {
			wrong = append(wrong, fmt.Sprintf("trusted proxy %q is neither an address nor a network such as 10.0.0.0/8", network))
		}
	}
	if f.Drain < 0 {
		wrong = append(wrong, "--drain must not be negative")
	}
	if f.Streams < 1 {
		wrong = append(wrong, "--streams must be at least 1")
	}
	_, err := f.pusher()
	err = errors.Join(err, f.traces().Check(), f.externalFlags.Validate(), f.checkMaps(), f.checkTiles())
	if len(wrong) > 0 {
		return errors.Join(fmt.Errorf("%s", strings.Join(wrong, "; ")), err)
	}
	return err
}

// secret is printed as stars, also in JSON, so that settings can be logged.
type secret string

func (secret) String() string               { return "***" }
func (secret) MarshalText() ([]byte, error) { return []byte("***"), nil }
