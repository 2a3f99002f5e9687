package main

import (
	"context"
	"fmt"

	"hawker/internal/application"
	"hawker/internal/demo"
	"hawker/internal/geo"
)

// sampleApplications wait to join the demo town: a store and a rider.
var sampleApplications = []struct {
	key   string // of its request
	build func(geo.Point, int64) application.New
}{
	{"sample application of a store", sampleStore},
	{"sample application of a rider", sampleRider},
}

// addSampleApplications sends the sample applications that were not sent at an earlier start.
func addSampleApplications(ctx context.Context, a *app) error {
	zones, err := a.zones.All(ctx)
	if err != nil || len(zones) == 0 {
		return err
	}
	settings, err := a.settings.Get(ctx)
	if err != nil {
		return err
	}
	at := settings.Location.Default
	containing, err := a.zones.Lookup(ctx, at)
	if err != nil || len(containing) == 0 {
		return err
	}
	for _, sample := range sampleApplications {
		sent, err := a.applications.WasSent(ctx, sample.key)
		if err != nil {
			return err
		}
		if sent {
			continue
		}
		n := sample.build(at, containing[0].ID)
		n.RequestKey = sample.key
		if _, err := a.applications.Apply(ctx, n); err != nil {
			return fmt.Errorf("add the sample application of %s: %w", n.Name, err)
		}
	}
	return nil
}

func sampleStore(at geo.Point, zoneID int64) application.New {
	return application.New{
		Kind: application.Store, Name: "Olga Thyme", Email: "olga@port-saffron.example", Phone: "+12025550181", Password: "olive-branch-45",
		ZoneID: zoneID, ModuleID: 10, PlanID: "stall", MinimumOrder: 8, Tax: 6.5,
		Details: application.Details{
			StoreName: "Olive & Thyme", Description: "Warm plates of the hill villages, and olives by the scoop.", Address: "4 Saffron Square",
			StorePhone: "+12025550182", StoreEmail: "hello@olive-thyme.example", Point: at, DeliveryTimeMin: 20, DeliveryTimeMax: 35,
		},
		Images: sampleImages("logo", "cover", "document_1"),
	}
}

func sampleRider(_ geo.Point, zoneID int64) application.New {
	return application.New{
		Kind: application.Rider, Name: "Ravi Das", Email: "ravi@port-saffron.example", Phone: "+12025550183", Password: "blue-scooter-46",
		ZoneID:  zoneID,
		Details: application.Details{Vehicle: "Blue scooter", IdentityType: "driving_license", IdentityNumber: "PS 2207 114"},
		Images:  sampleImages("photo", "identity_1"),
	}
}

func sampleImages(fields ...string) []application.NewImage {
	var images []application.NewImage
	for _, field := range fields {
		images = append(images, application.NewImage{Field: field, Required: true, Content: demo.SampleImage(field)})
	}
	return images
}
