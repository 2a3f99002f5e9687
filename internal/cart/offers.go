package cart

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/offer"
)

// OfCampaign returns the contents of one line that is bought in the campaign of its
// item, and is in no cart (CHK-06). An item without a campaign is errs.NotFound. A
// campaign that does not run now is a problem of the line.
func OfCampaign(ctx context.Context, q db.Q, n NewLine, when When) (Contents, error) {
	note, err := n.note("")
	if err != nil {
		return Contents{}, err
	}
	r := newCatalogReader(q)
	item, err := r.item(ctx, n.ItemID, when.Now)
	if err != nil {
		return Contents{}, err
	}
	store, err := r.store(ctx, item.StoreID)
	if err != nil {
		return Contents{}, err
	}
	campaign, err := offer.ReadCampaignOf(ctx, q, item.ID, when.Now, store.Location())
	if err != nil {
		return Contents{}, err
	}
	if campaign == nil {
		return Contents{}, errs.New(errs.NotFound, "This campaign has ended.").On("line")
	}
	line := Line{Item: item, Choice: n.Choice, Quantity: n.Quantity, Note: note, Campaign: campaign}
	c, err := checkLines(ctx, r, store.ID, []Line{line}, when)
	if err == nil {
		c.Lines[0].checkCampaign(&c.Store, when.Now)
	}
	return c, err
}

// checkCampaign adds a problem when the campaign does not run now.
func (l *Line) checkCampaign(store *catalog.Store, now time.Time) {
	run := l.Campaign.RunAt(now, store.Location())
	switch {
	case !l.Campaign.In(store.ZoneID):
		l.problem(NoCampaign, "line", fmt.Sprintf("%s is not offered in this area.", l.Campaign.Title))
	case !run.Contains(now):
		l.problem(NoCampaign, "line", fmt.Sprintf("%s begins on %s.", l.Campaign.Title, run.Begins.In(store.Location()).Format("2 January at 15:04")))
	}
}

// takeFlash gives lines the discount of their flash sale, in their order, as long as
// the sale has the units of the whole line left. The others are charged as usual, and
// say so.
func (c *Contents) takeFlash() {
	taken := map[int64]int64{} // by flash item
	for i := range c.Lines {
		l := &c.Lines[i]
		if l.Flash == nil || !l.Resolved() {
			continue
		}
		left := l.Flash.Left() - taken[l.Flash.ID]
		if l.Quantity <= left {
			taken[l.Flash.ID] += l.Quantity
			l.AtFlash = true
			continue
		}
		l.warn(FlashUnits, flashWarning(left))
	}
}

func flashWarning(left int64) string {
	switch left {
	case 0:
		return "The flash sale is sold out. This costs its usual price."
	case 1:
		return "Only 1 is left at the flash sale price. This line costs its usual price."
	}
	return fmt.Sprintf("Only %d are left at the flash sale price. This line costs its usual price.", left)
}
