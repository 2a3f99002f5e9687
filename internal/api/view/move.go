package view

import (
	"hawker/internal/order"
	"hawker/internal/purchase"
)

// MoveView is a step of an order or a trip, as its shopper sees it.
type MoveView struct {
	Status string `json:"status"`
	At     string `json:"at"`
	By     string `json:"by" enum:"shopper,store,rider,support,system" doc:"The role of the person who made the move. Shoppers do not see names of the staff."`
}

// roleWords are the roles as a shopper knows them.
var roleWords = map[order.Actor]string{
	order.ByShopper: "shopper", order.ByVendor: "store", order.ByRider: "rider", order.ByAdmin: "support", order.BySystem: "system",
}

// Moves returns the steps of an order or a trip.
func Moves[S, A ~string](moves []purchase.Move[S, A]) []MoveView {
	views := []MoveView{}
	for _, m := range moves {
		views = append(views, MoveView{Status: string(m.Status), At: UnixMilli(m.At), By: roleWords[order.Actor(m.Actor)]})
	}
	return views
}
