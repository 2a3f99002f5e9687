package push

import (
	"context"
	"crypto/x509"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// IsPublic is isPublic.
var IsPublic = isPublic

// Pause is pause.
var Pause = pause

// Timeout is the time limit of a call.
const Timeout = timeout

// CallsAt makes a client call every push service at one address of this machine, in place
// of those that their names resolve to.
func (c *Client) CallsAt(address string, roots *x509.CertPool) {
	c.http = newHTTPClient(func(netip.AddrPort) bool { return true }, roots)
	transport := c.http.Transport.(*http.Transport)
	dial := transport.DialContext
	transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) { return dial(ctx, network, address) }
}

// SetTimeout changes the time limit of a call.
func (c *Client) SetTimeout(d time.Duration) { c.timeout = d }
