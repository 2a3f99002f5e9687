package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// The page of figures has three parts: what make bench writes, which has no
// heading of its own, what make bench SCALE=67 writes, and what a person writes
// about them. Each is written without touching the others.
const (
	growthHeading = "\n## How the cost grows\n"
	notesHeading  = "\n## Where the time goes\n"
)

// writeSection replaces the part of a page that begins with a heading.
func writeSection(file, heading, text string) error {
	page, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(file, []byte(replaceSection(string(page), heading, text)), 0o644)
}

func replaceSection(page, heading, text string) string {
	sections := map[string]string{}
	rest := page
	for _, h := range []string{notesHeading, growthHeading} {
		if before, after, found := strings.Cut(rest, h); found {
			rest, sections[h] = before, h+after
		}
	}
	sections[""] = rest
	sections[heading] = heading + text
	return sections[""] + sections[growthHeading] + sections[notesHeading]
}

// section returns the results of the run over several sizes.
func (g growth) section(all []grown, before string, stolen float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nWritten by `make bench SCALE=%d`%s. Load average %s before and %s after; other machines on the same host used %.0f %% of the processors' time. Each call is made in three rounds of %v by %d clients at once, alternating between the three towns. The figures are the medians of the rounds. All requests for lists and searches differ, so no cache helps. CPU is what the server used for one request, including PostgreSQL's share. Each town has %d customers and %d orders; the customer whose orders are requested has a tenth of them.\n\n",
		g.scales[len(g.scales)-1], machine(), before, loadAverage(), 100*stolen, g.load.each, g.load.clients, g.customers, g.orders)
	b.WriteString("![CPU of each call in three sizes of town, on both engines](growth.svg)\n")
	for _, one := range all {
		one.write(&b)
	}
	return b.String()
}

// write writes the table of an engine.
func (one grown) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s\n\n| Call |", one.engine)
	for _, s := range one.sizes {
		fmt.Fprintf(b, " CPU at %s |", thousands(s.items))
	}
	b.WriteString(" growth |")
	compared := one.sizes[len(one.sizes)-2:]
	for _, s := range compared {
		fmt.Fprintf(b, " p50 at %s | p99 | of plain |", thousands(s.items))
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(one.sizes)+1+3*len(compared)) + "\n")
	for i, c := range one.sizes[0].calls {
		fmt.Fprintf(b, "| %s |", c.name)
		for _, s := range one.sizes {
			fmt.Fprintf(b, " %.2f ms |", ms(s.calls[i].cpu))
		}
		fmt.Fprintf(b, " %.1f |", one.growth(i))
		for _, s := range compared {
			fmt.Fprintf(b, " %.1f ms | %.1f ms | %.3f |", ms(s.calls[i].p50), ms(s.calls[i].p99), s.calls[i].rate/one.plain.rate)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "\nGrowth is of the CPU from %s items to %s. \"Of plain\" is the requests a second, divided by those of a plain handler that returns 2 kB; it has a p50 of %.1f ms and a p99 of %.1f ms under the same load.",
		thousands(compared[0].items), thousands(compared[1].items), ms(one.plain.p50), ms(one.plain.p99))
	for _, s := range one.sizes {
		fmt.Fprintf(b, " With %s items: import %v; without a request %.1f ms of CPU a second, with two a second %.1f ms.",
			thousands(s.items), s.imports, ms(s.idle), ms(s.calm))
	}
	b.WriteString("\n")
}

// growth returns the CPU of a call in the largest town, divided by that in the
// town before it.
func (one grown) growth(call int) float64 {
	large, small := one.sizes[len(one.sizes)-1], one.sizes[len(one.sizes)-2]
	return float64(large.calls[call].cpu) / float64(max(small.calls[call].cpu, 1))
}

// thousands writes 103275 as 103,275.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
