package pricing

import (
	"slices"

	"hawker/internal/money"
)

// TripEnd is what a trip costs besides its total, and what was given back of that.
type TripEnd struct {
	Total        money.Amount // as agreed, with the deposit; of a canceled trip what was paid of it
	Deposit      money.Amount // a part of the total
	Extension    money.Amount
	ExtensionTax money.Amount // inside of it
	Late         money.Amount // charged for a late return
	LateTax      money.Amount // inside of it
	Returned     bool         // the vehicles are back: the deposit was given back, less what it paid
	Refunded     money.Amount // what was given back besides the deposit
}

// AtReturn is what the deposit does not pay of an extension and a late return.
func (e TripEnd) AtReturn() money.Amount { return max(e.Extension+e.Late-e.Deposit, 0) }

// DepositBack is what is given back of the deposit at the return.
func (e TripEnd) DepositBack() money.Amount { return max(e.Deposit-e.Extension-e.Late, 0) }

// Paid is what the trip costs in the end.
func (e TripEnd) Paid() money.Amount {
	paid := e.Total + e.Extension + e.Late - e.Refunded
	if e.Returned {
		paid -= e.Deposit
	}
	return paid
}

// Rows adds to the rows of a trip what has changed since it was agreed. With the total, they
// add up to what was paid in the end, except for taxes: those are inside other rows.
func (e TripEnd) Rows(agreed []Row) []Row {
	rows := slices.Clip(agreed)
	add := func(c Code, amount money.Amount) {
		if amount != 0 {
			rows = append(rows, row(c, amount))
		}
	}
	add(RowExtension, e.Extension)
	add(RowExtensionTax, e.ExtensionTax)
	add(RowLateReturn, e.Late)
	add(RowLateTax, e.LateTax)
	if e.Returned {
		add(RowDepositUsed, e.DepositBack()-e.Deposit)
		add(RowDepositBack, -e.DepositBack())
	} else {
		add(RowAtReturn, e.AtReturn())
	}
	add(RowRefunded, -e.Refunded)
	if e.Refunded != 0 || e.Returned && len(rows) > len(agreed) {
		rows = append(rows, row(RowPaid, e.Paid()))
	}
	return rows
}
