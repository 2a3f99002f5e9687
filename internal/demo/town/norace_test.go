//go:build !race

package town

// raceEnabled says that the detector makes everything several times slower.
const raceEnabled = false
