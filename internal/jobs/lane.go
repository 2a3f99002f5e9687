package jobs

// Service is what jobs call. Each has workers of its own: if one hangs, only its own jobs
// wait.
type Service string

// The services.
const (
	none Service = "" // of jobs of our own

	Mail     Service = "mail"
	Push     Service = "push"
	Payments Service = "payments" // the gateways
	Files    Service = "files"    // where files are stored
	// MailCodes is the mail server again, for codes: a person waits for them, however many
	// other mails are sent.
	MailCodes Service = "codes by mail"
	SMS       Service = "sms" // codes too: hardly anything else is texted
)

// workersOf is how many jobs of a service run at once. Together they are sixteen. Each may use
// a connection to the database, and twelve of them one to their service.
var workersOf = map[Service]int{none: workers, Mail: 3, Push: 2, Payments: 2, Files: 1, MailCodes: 2, SMS: 2}

// lane has the workers of one service.
type lane struct {
	workers int
	wake    chan struct{}
}

func newLanes() map[Service]*lane {
	lanes := map[Service]*lane{}
	for to, n := range workersOf {
		lanes[to] = &lane{n, make(chan struct{}, 1)}
	}
	return lanes
}

// wakeUp makes the lane poll now.
func (l *lane) wakeUp() {
	select {
	case l.wake <- struct{}{}:
	default: // a poll is pending already
	}
}

// kindsOf returns the kinds that call a service.
func (q *Queue) kindsOf(to Service) (kinds []string) {
	for _, kind := range q.kinds() {
		if q.services[kind] == to {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
