package firebase

import "time"

// Elsewhere returns a project that uses a test's service and keys.
func Elsewhere(c Config, toolkit, keys string) *Project { return newProject(c, toolkit, keys) }

// Wait shortens the timeout for a test.
func (p *Project) Wait(patience time.Duration) { p.client.Timeout = patience }
