package picture

import (
	"bytes"

	"golang.org/x/image/webp"
)

// webpCost calls the decoder, which refuses a header that does not match its
// pictures.
func webpCost(content []byte) (cost, error) {
	size, err := webp.DecodeConfig(bytes.NewReader(content))
	c := cost{width: size.Width, height: size.Height}
	if c.pixels() <= townLimits.pixels {
		c.memory = 8 * c.pixels() // four bytes for the result, and four for what it is made from
	}
	return c, err
}
