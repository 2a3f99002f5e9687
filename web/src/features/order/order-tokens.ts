import { knownPurchases } from '@/lib/account/known-purchases'

/** The orders that a guest placed on this device. */
export const {
  remember: rememberOrder,
  rememberOpened: rememberOrderOpened,
  rememberLink,
  forget: forgetOrder,
  useAll: useKnownOrders,
  useLink: useOrderLink,
} = knownPurchases('guest_orders')

/**
 * Returns a link that opens the order on any device. Browsers do not send the part behind the #, so
 * no server, log or other site sees it.
 */
export const orderLinkWithToken = (id: number, token: string) => `${location.origin}/order/${id}#token=${token}`

/** Returns a link with which somebody follows the order, and does nothing else. */
export const followLink = (id: number, token: string) => `${location.origin}/order/${id}?follow=1#token=${token}`
