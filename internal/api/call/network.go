package call

import (
	"net"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/httprate"
)

// HostOf returns the host of a remote address: an IPv4 address, or the /64 network
// of an IPv6 one, since a client has all addresses of its network.
func HostOf(remoteAddr string) string {
	host, _, err := net.SplitHostPort(remoteAddr)
	if err != nil {
		return remoteAddr
	}
	return httprate.CanonicalizeIP(host)
}

// Network is an input that knows which host a call comes from.
type Network struct {
	host string
}

// Resolve notes the host. The HTTP library calls it before the handler.
func (n *Network) Resolve(ctx huma.Context) []error {
	n.host = HostOf(ctx.RemoteAddr())
	return nil
}

// Host returns the host that the call comes from.
func (n *Network) Host() string { return n.host }
