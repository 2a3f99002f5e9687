import { useMemo, useSyncExternalStore } from 'react'
import { isId, isRecord } from '@/lib/guards'
import { onStored, read, readJson, write } from '@/lib/storage'

/** An order placed on this device: whoever holds its token may read and cancel it. */
export type KnownOrder = { id: number; token: string }

const kept = 20

const isKnown = (value: unknown): value is KnownOrder =>
  isRecord(value) && isId(value.id) && typeof value.token === 'string' && /^[\w.-]{16,128}$/.test(value.token)

function knownOrders(): KnownOrder[] {
  const value = readJson('guest_orders')
  return Array.isArray(value) ? value.filter(isKnown).slice(0, kept) : []
}

/** A guest's orders on this device, the newest first; none while a server renders. */
export function useKnownOrders(): KnownOrder[] {
  const text = useSyncExternalStore(
    onStored,
    () => read('guest_orders'),
    () => null,
  )
  return useMemo(() => (text === null ? [] : knownOrders()), [text])
}

/** Keeps an order's token; the oldest make room. */
export function rememberOrder(order: KnownOrder) {
  const others = knownOrders().filter(({ id }) => id !== order.id)
  write({ guest_orders: JSON.stringify([order, ...others].slice(0, kept)) })
}
