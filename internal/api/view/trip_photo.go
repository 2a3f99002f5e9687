package view

import (
	"strings"

	"hawker/internal/trip"
	"hawker/internal/upload"
)

// TripPhoto is a photo of the vehicles of a trip.
type TripPhoto struct {
	ID        string `json:"id"`
	Phase     string `json:"phase" enum:"before,after"`
	ByStaff   bool   `json:"by_staff" doc:"The provider or the shop added it, not the shopper."`
	CreatedAt string `json:"created_at" doc:"RFC 3339."`
}

// tripPrefix is before the phase in a purpose.
const tripPrefix = "trip_"

// TripPhotos are the photos of a trip.
func TripPhotos(d trip.Details) []TripPhoto {
	views := []TripPhoto{}
	for _, p := range d.Photos {
		views = append(views, TripPhoto{ID: p.Key, Phase: phaseOf(p.Purpose), ByStaff: p.ByStaff, CreatedAt: UnixMilli(p.CreatedAt)})
	}
	return views
}

// PhotoPhases are the phases of purposes.
func PhotoPhases(purposes []upload.Purpose) []string {
	phases := []string{}
	for _, p := range purposes {
		phases = append(phases, phaseOf(p))
	}
	return phases
}

// PhotoPurpose is the purpose of a phase.
func PhotoPurpose(phase string) upload.Purpose { return upload.Purpose(tripPrefix + phase) }

func phaseOf(p upload.Purpose) string { return strings.TrimPrefix(string(p), tripPrefix) }
