package ledger

import (
	"fmt"
	"strconv"
	"strings"
)

// The accounts of money. Those of one store, rider, gateway or customer are functions.
const (
	Receivable = "receivable" // what shoppers owe
	Cash       = "cash"       // what was taken at the door
	Offline    = "offline"    // what came outside of the shop, such as by bank transfer
	Clearing   = "clearing"   // what is at a gateway and must go back
	Tax        = "tax"        // owed to the tax office
	Delivery   = "delivery"   // earned by delivering
	Charges    = "charges"    // additional charges and packaging
	Tips       = "tips"       // owed to riders, before the delivery
	Coupons    = "coupons"    // spent on coupons that the shop pays for
	Rewards    = "rewards"    // spent on bonuses, points, referrals and cashback
	Deposits   = "deposits"   // of vehicles that are out, owed to shoppers
	Abandoned  = "abandoned"  // was left in the wallets of deleted accounts, or came into them later
)

// The accounts of points. Points and money are never in the same transfer.
const (
	PointsIssued   = "points_issued"   // all that customers have earned
	PointsRedeemed = "points_redeemed" // all that they have spent
)

// Store returns the account with what a store is owed for its goods.
func Store(id int64) string { return fmt.Sprintf("store:%d", id) }

// Provider returns the account with what a provider of vehicles is owed.
func Provider(id int64) string { return fmt.Sprintf("provider:%d", id) }

// Rider returns the account with what a rider is owed.
func Rider(id int64) string { return fmt.Sprintf("rider:%d", id) }

// Gateway returns the account with the money at a gateway.
func Gateway(name string) string { return "gateway:" + name }

// Wallet returns the account with the money of a customer.
func Wallet(customerID int64) string { return fmt.Sprintf("wallet:%d", customerID) }

// IsWallet reports whether an account is the wallet of a customer.
func IsWallet(account string) bool { return strings.HasPrefix(account, "wallet:") }

// IsTip reports whether an account has what riders got as tips.
func IsTip(account string) bool { return account == Tips || strings.HasPrefix(account, "rider:") }

// OwnerOf returns the customer whose wallet an account is; 0: it is none.
func OwnerOf(account string) int64 {
	id, isWallet := strings.CutPrefix(account, "wallet:")
	if !isWallet {
		return 0
	}
	customerID, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return 0
	}
	return customerID
}

// Points returns the account with the points of a customer.
func Points(customerID int64) string { return fmt.Sprintf("points:%d", customerID) }

// OwedPoints returns the account with the points that a customer must give back, because
// what they were earned for was refunded after they were spent.
func OwedPoints(customerID int64) string { return fmt.Sprintf("owed_points:%d", customerID) }

// hasBalance reports whether the balance of an account is a row, because somebody spends
// from it. The accounts of a store or of the tax office have none: every order would wait
// for its row.
func hasBalance(account string) bool {
	return IsWallet(account) || strings.HasPrefix(account, "points:")
}
