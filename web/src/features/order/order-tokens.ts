import { useMemo, useSyncExternalStore } from 'react'
import { isId, isRecord } from '@/lib/scope/guards'
import { onStorageChange, read, readJson, write } from '@/lib/scope/local-storage'

/** An order placed on this device: whoever holds its token may read and cancel it. */
type KnownOrder = {
  id: number
  token: string
  /** Unix milliseconds after which the token is dropped. */
  until?: number
}

const kept = 20
const day = 24 * 60 * 60 * 1000
const longest = 30 * day // of an order that nobody looked at any more

const isKnown = (value: unknown): value is KnownOrder =>
  isRecord(value) &&
  isId(value.id) &&
  typeof value.token === 'string' &&
  /^[\w.-]{16,128}$/.test(value.token) &&
  (value.until === undefined || (typeof value.until === 'number' && value.until > Date.now()))

function knownOrders(): KnownOrder[] {
  const value = readJson('guest_orders')
  return Array.isArray(value) ? value.filter(isKnown).slice(0, kept) : []
}

/** The orders that a guest placed on this device (D29); none while a server renders. */
export function useKnownOrders(): KnownOrder[] {
  const text = useSyncExternalStore(
    onStorageChange,
    () => read('guest_orders'),
    () => null,
  )
  return useMemo(() => (text === null ? [] : knownOrders()), [text])
}

/** Keeps an order's token; the oldest make room. */
export function rememberOrder({ id, token, until = Date.now() + longest }: KnownOrder) {
  const others = knownOrders().filter((each) => each.id !== id)
  write({ guest_orders: JSON.stringify([{ id, token, until }, ...others].slice(0, kept)) })
}

/** Keeps the token of an order that has ended for one more day. */
export function rememberOrderEnded(id: number, endedAt: number) {
  const order = knownOrders().find((each) => each.id === id)
  if (order && order.until !== endedAt + day) rememberOrder({ ...order, until: endedAt + day })
}

/** A link that opens an order on any device. No server, log or other site sees what stands behind the #. */
export const orderLinkWithToken = (id: number, token: string) => `${location.origin}/order/${id}#token=${token}`

/** The token in the address of such a link; null in any other. */
export const tokenFromHash = (hash: string) => new URLSearchParams(hash).get('token')

/** Keeps the token of a link. One that is kept already stays: no link of somebody else's makes it useless. */
export function rememberLink(id: number, token: string) {
  if (!knownOrders().some((each) => each.id === id)) rememberOrder({ id, token })
}
