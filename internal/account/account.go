// Package account is who somebody is: customers, how they sign in and prove it,
// and what they may do with their account. What they own lies with the shopper
// that each customer is.
package account
