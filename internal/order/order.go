// Package order takes a shopper from a cart to a meal: it quotes, places in one
// transaction, and moves an order through its life, each move stamped.
package order
