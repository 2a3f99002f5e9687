import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isId, isRecord } from '@/lib/scope/guards'
import { onStorageChange, read, readJson, write } from '@/lib/scope/local-storage'

/** An order placed on this device. Its token allows reading and canceling it. */
type KnownOrder = {
  id: number
  token: string
  /** The token is deleted at this time, in Unix milliseconds. */
  until?: number
}

const kept = 20
const day = 24 * 60 * 60 * 1000
const longest = 30 * day // for an order that is not opened again

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

/** Returns the orders that a guest placed on this device (D29); none on the server. */
export function useKnownOrders(): KnownOrder[] {
  const text = useSyncExternalStore(
    onStorageChange,
    () => read('guest_orders'),
    () => null,
  )
  return useMemo(() => (text === null ? [] : knownOrders()), [text])
}

/** Stores the token of an order. The oldest tokens are removed to make room. */
export function rememberOrder({ id, token, until = Date.now() + longest }: KnownOrder) {
  const others = knownOrders().filter((each) => each.id !== id)
  write({ guest_orders: JSON.stringify([{ id, token, until }, ...others].slice(0, kept)) })
}

/** Stores the token of a finished order for one more day. */
export function rememberOrderEnded(id: number, endedAt: number) {
  const order = knownOrders().find((each) => each.id === id)
  if (order && order.until !== endedAt + day) rememberOrder({ ...order, until: endedAt + day })
}

/**
 * Returns a link that opens the order on any device. Browsers do not send the part behind the #, so
 * no server, log or other site sees it.
 */
export const orderLinkWithToken = (id: number, token: string) => `${location.origin}/order/${id}#token=${token}`

/** Returns the token from the hash of such a link, or null. */
export const tokenFromHash = (hash: string) => new URLSearchParams(hash).get('token')

/** Stores the token of a link. A stored token is kept, so that a foreign link cannot replace it. */
export function rememberLink(id: number, token: string) {
  if (!knownOrders().some((each) => each.id === id)) rememberOrder({ id, token })
}

/** Stores the token of a saved link and removes it from the URL and the history. Returns false until that is done. */
export function useOrderLink(id: number) {
  const token = useLocation({ select: ({ hash }) => tokenFromHash(hash) })
  const navigate = useNavigate()
  useEffect(() => {
    if (!token) return
    rememberLink(id, token)
    void navigate({ to: '.', hash: '', replace: true })
  }, [id, token, navigate])
  return !token
}
