package picture

import (
	"bytes"

	"golang.org/x/image/webp"
)

// webpCost leaves the reading to the decoder, which refuses a header that says
// something else than its pictures do.
func webpCost(content []byte) (cost, error) {
	size, err := webp.DecodeConfig(bytes.NewReader(content))
	c := cost{width: size.Width, height: size.Height}
	if c.pixels() <= townLimits.pixels {
		c.memory = 8 * c.pixels() // four bytes, and as many for what they are made from
	}
	return c, err
}
