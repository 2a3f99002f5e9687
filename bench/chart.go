package main

import (
	"fmt"
	"math"
	"strings"
)

// The chart has a row for each call and a dot for each size of town, on a
// logarithmic scale of milliseconds. If a call does not grow, its dots overlap.
const (
	minShown, maxShown = 0.05, 1000.0
	labelWidth         = 190
	plotWidth          = 620
	rowHeight          = 22
	titleHeight        = 34
	footerHeight       = 26
)

// drawChart draws all engines one below the other, readable on light and dark.
func drawChart(all []grown) string {
	var b strings.Builder
	height := titleHeight
	for _, one := range all {
		height += titleHeight + rowHeight*len(one.sizes[0].calls) + footerHeight
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="CPU of each call in towns of several sizes">`+"\n",
		labelWidth+plotWidth+30, height)
	b.WriteString(`<style>
text { fill: #1f2937 } .line { stroke: #9ca3af } .grid { stroke: #e5e7eb } .paper { fill: #ffffff }
.size0 { fill: #93c5fd } .size1 { fill: #3b82f6 } .size2 { fill: #dc2626 }
@media (prefers-color-scheme: dark) {
  text { fill: #e5e7eb } .line { stroke: #6b7280 } .grid { stroke: #374151 } .paper { fill: #111827 }
  .size0 { fill: #bfdbfe } .size1 { fill: #60a5fa } .size2 { fill: #f87171 }
}
</style>
<rect class="paper" width="100%" height="100%"/>
`)
	drawLegend(&b, all[0])
	y := titleHeight
	for _, one := range all {
		drawEngine(&b, one, y)
		y += titleHeight + rowHeight*len(one.sizes[0].calls) + footerHeight
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func drawLegend(b *strings.Builder, one grown) {
	fmt.Fprintf(b, `<text x="10" y="22">CPU for a request, ms</text>`)
	for i, s := range one.sizes {
		x := labelWidth + i*150
		fmt.Fprintf(b, `<circle class="size%d" cx="%d" cy="18" r="5"/><text x="%d" y="22">%s items</text>`, i, x, x+10, thousands(s.items))
	}
	b.WriteString("\n")
}

func drawEngine(b *strings.Builder, one grown, y int) {
	top, bottom := y+titleHeight, y+titleHeight+rowHeight*len(one.sizes[0].calls)
	fmt.Fprintf(b, `<text x="10" y="%d" font-weight="bold">%s</text>`+"\n", y+22, one.engine)
	for tick := 0.1; tick <= maxShown; tick *= 10 {
		fmt.Fprintf(b, `<line class="grid" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/><text x="%.1f" y="%d" text-anchor="middle">%v</text>`+"\n",
			along(tick), along(tick), top, bottom, along(tick), bottom+16, math.Round(tick*10)/10)
	}
	for i, c := range one.sizes[0].calls {
		middle := top + i*rowHeight + rowHeight/2
		low, high := math.Inf(1), 0.0
		for _, s := range one.sizes {
			low, high = min(low, ms(s.calls[i].cpu)), max(high, ms(s.calls[i].cpu))
		}
		fmt.Fprintf(b, `<text x="10" y="%d">%s</text><line class="line" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/>`, middle+4, c.name, along(low), along(high), middle, middle)
		for size, s := range one.sizes {
			fmt.Fprintf(b, `<circle class="size%d" cx="%.1f" cy="%d" r="5"><title>%s, %s items: %.2f ms</title></circle>`,
				size, along(ms(s.calls[i].cpu)), middle, c.name, thousands(s.items), ms(s.calls[i].cpu))
		}
		b.WriteString("\n")
	}
}

// along returns the horizontal position of a duration.
func along(milliseconds float64) float64 {
	share := math.Log(min(max(milliseconds, minShown), maxShown)/minShown) / math.Log(maxShown/minShown)
	return labelWidth + share*plotWidth
}
