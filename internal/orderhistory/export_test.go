package orderhistory

// IDsOfPage is the statement that finds the ids of a page of orders.
var IDsOfPage = idsOfPage
