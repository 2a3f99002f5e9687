package firebase

import "time"

// Elsewhere joins a project whose service and keys are a test's.
func Elsewhere(c Config, toolkit, keys string) *Project { return newProject(c, toolkit, keys) }

// Wait shortens what a test would wait for.
func (p *Project) Wait(patience time.Duration) { p.client.Timeout = patience }
