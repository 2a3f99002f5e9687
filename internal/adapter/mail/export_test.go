package mail

import (
	"crypto/x509"
	"time"
)

// Trust has a test's own authority vouch for its server.
func (s *Server) Trust(authority *x509.CertPool) { s.tls.RootCAs = authority }

// Wait shortens what a test would wait for.
func (s *Server) Wait(timeout time.Duration) { s.timeout = timeout }
