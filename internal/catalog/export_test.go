package catalog

// ItemOrders lets a test ask the engine how it would walk each order.
var ItemOrders = itemOrders
