package main

import (
	"context"
	"fmt"

	"hawker/internal/application"
	"hawker/internal/demo"
	"hawker/internal/geo"
)

// addSampleApplications adds a store and a rider that wait to join the demo town. Sent
// again, at the next start, they are the same applications.
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
	for _, n := range sampleApplications(at, containing[0].ID) {
		if _, err := a.applications.Apply(ctx, n); err != nil {
			return fmt.Errorf("add the sample application of %s: %w", n.Name, err)
		}
	}
	return nil
}

func sampleApplications(at geo.Point, zoneID int64) []application.New {
	image := func(field string) application.NewImage {
		return application.NewImage{Field: field, Required: true, Content: demo.SampleImage(field)}
	}
	return []application.New{
		{
			Kind: application.Store, Name: "Olga Thyme", Email: "olga@port-saffron.example", Phone: "+12025550181", Password: "olive-branch-45",
			ZoneID: zoneID, ModuleID: 10, PlanID: "stall", MinimumOrder: 8, Tax: 6.5, RequestKey: "sample application of a store",
			Details: application.Details{
				StoreName: "Olive & Thyme", Description: "Warm plates of the hill villages, and olives by the scoop.", Address: "4 Saffron Square",
				StorePhone: "+12025550182", StoreEmail: "hello@olive-thyme.example", Point: at, DeliveryTimeMin: 20, DeliveryTimeMax: 35,
			},
			Images: []application.NewImage{image("logo"), image("cover"), image("document_1")},
		},
		{
			Kind: application.Rider, Name: "Ravi Das", Email: "ravi@port-saffron.example", Phone: "+12025550183", Password: "blue-scooter-46",
			ZoneID: zoneID, RequestKey: "sample application of a rider",
			Details: application.Details{Vehicle: "Blue scooter", IdentityType: "driving_license", IdentityNumber: "PS 2207 114"},
			Images:  []application.NewImage{image("photo"), image("identity_1")},
		},
	}
}
