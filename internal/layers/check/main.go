// Command check fails when an import of the repository points up, or a package is in
// no layer of docs/architecture.md. It runs at the root of the repository.
package main

import (
	"fmt"
	"os"

	"hawker/internal/layers"
)

func main() {
	wrong, err := layers.Check(os.DirFS("."))
	if err != nil {
		wrong = append(wrong, err.Error())
	}
	for _, sentence := range wrong {
		fmt.Fprintln(os.Stderr, sentence)
	}
	if len(wrong) > 0 {
		os.Exit(1)
	}
}
