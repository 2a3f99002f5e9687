package stripe

import "time"

// Timeout returns how long a call may take.
func (g *Gateway) Timeout() time.Duration { return g.client.Timeout }

// Wait shortens the timeout for a test.
func (g *Gateway) Wait(patience time.Duration) { g.client.Timeout = patience }

// PageSize is how many entries one response of a list has.
const PageSize = pageSize
