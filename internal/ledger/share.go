package ledger

import "hawker/internal/money"

// Share returns the same part of each entry, so that the parts add up to an amount: at most
// what the entries add up to. No part is more than its entry.
func Share(entries []Entry, amount money.Amount) []Entry {
	whole := total(entries)
	if whole <= 0 || amount <= 0 {
		return nil
	}
	amount = min(amount, whole)
	shares := make([]Entry, len(entries))
	var upTo, given money.Amount // of the entries so far: rounding carries on to the next
	for i, e := range entries {
		upTo += e.Amount
		part := upTo.MulRatio(int64(amount), int64(whole)) - given
		shares[i] = Entry{Account: e.Account, Amount: part}
		given += part
	}
	return shares
}
