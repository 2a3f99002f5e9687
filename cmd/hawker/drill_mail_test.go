package main

import (
	"io"
	"log"
	"maps"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// mailServer is a mail server that counts the mails of each reader. It is slow, so that
// another instance has time to take the same job.
type mailServer struct {
	addr string

	mu    sync.Mutex
	mails map[string]int
}

func startMailServer(t *testing.T) *mailServer {
	t.Helper()
	m := &mailServer{mails: map[string]int{}}
	server := smtp.NewServer(m)
	server.Domain, server.ErrorLog = "mail.test", log.New(io.Discard, "", 0)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m.addr = listener.Addr().String()
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return m
}

// readers returns how many got a mail.
func (m *mailServer) readers() int { return len(m.counts()) }

// counts returns how many mails each got.
func (m *mailServer) counts() map[string]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.mails)
}

// NewSession implements smtp.Backend.
func (m *mailServer) NewSession(*smtp.Conn) (smtp.Session, error) {
	return &mailSession{server: m}, nil
}

type mailSession struct {
	server *mailServer
	to     string
}

func (s *mailSession) Reset()                                    {}
func (s *mailSession) Logout() error                             { return nil }
func (s *mailSession) Mail(string, *smtp.MailOptions) error      { return nil }
func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error { s.to = to; return nil }

func (s *mailSession) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	time.Sleep(300 * time.Millisecond)
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.mails[s.to]++
	return nil
}
