package shopper

// IdleShoppers is the query that finds the shoppers to prune.
const IdleShoppers = idleShoppers

// PruneBatch is how many shoppers one transaction checks.
const PruneBatch = pruneBatch
