package shopper

// IdleShoppers is the query by which pruning finds whom to look at.
const IdleShoppers = idleShoppers

// PruneBatch is how many shoppers one transaction looks at.
const PruneBatch = pruneBatch
