package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"hawker/internal/db"
)

// dataFlags say where the data is; every command that touches it has them.
type dataFlags struct {
	Data        string        `default:"data" type:"path" help:"Folder of the database and the files."`
	DatabaseURL secret        `name:"database-url" placeholder:"postgres://…" help:"PostgreSQL; without it, SQLite in the data folder."`
	CallTime    time.Duration `name:"database-timeout" default:"15s" help:"The longest that one call to the database may take."`
}

func (f dataFlags) options() db.Options {
	return db.Options{Dir: f.Data, URL: string(f.DatabaseURL), CallTime: f.CallTime}
}

// existing are the options of a command that only reads: it makes nothing where a
// name was mistyped.
func (f dataFlags) existing() db.Options {
	o := f.options()
	o.MustExist = true
	return o
}

// blobDir is where uploads and pictures live.
func (f dataFlags) blobDir() string { return filepath.Join(f.Data, "files") }

// serverFlags are what serving needs beside the data.
type serverFlags struct {
	outsideFlags

	Addr           string        `default:"127.0.0.1:8080" help:"Address to listen on."`
	MetricsAddr    string        `name:"metrics-addr" help:"Address of the metrics; none by default."`
	PublicURL      string        `name:"public-url" placeholder:"https://…" help:"Address that shoppers see; needed behind a proxy for links that leave the page."`
	TrustedProxies []string      `name:"trusted-proxies" placeholder:"10.0.0.0/8" help:"Networks whose forwarded addresses count."`
	RateLimits     string        `name:"rate-limits" default:"on" enum:"on,off" help:"Refuse floods; off for load tests."`
	Streams        int           `default:"10000" help:"Most event streams (live views of orders) open at once."`
	Drain          time.Duration `default:"5s" help:"How long running requests may finish after a stop."`
	Log            string        `default:"info" enum:"debug,info,warn,error" help:"Least important line to log."`
}

// origin is the public URL's scheme and host; "" without one.
func (f serverFlags) origin() string {
	u, err := url.Parse(f.PublicURL)
	if f.PublicURL == "" || err != nil { // Validate has refused it
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// Validate collects every contradiction: nobody should restart once per mistake.
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
		if _, err := netip.ParsePrefix(network); err != nil {
			wrong = append(wrong, fmt.Sprintf("trusted proxy %q: %v", network, err))
		}
	}
	if len(wrong) > 0 {
		return errors.Join(fmt.Errorf("%s", strings.Join(wrong, "; ")), f.outsideFlags.Validate())
	}
	return f.outsideFlags.Validate()
}

// secret prints as stars, in text as in JSON: logging all settings is safe.
type secret string

func (secret) String() string               { return "***" }
func (secret) MarshalText() ([]byte, error) { return []byte("***"), nil }

// mediaDir is where an owner's pictures live.
func (f dataFlags) mediaDir() string { return filepath.Join(f.blobDir(), "media") }
