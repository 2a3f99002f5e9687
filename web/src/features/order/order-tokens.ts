import { isId, isRecord } from '@/lib/guards'
import { readJson, write } from '@/lib/storage'

/** An order placed on this device: whoever holds its token may read and cancel it. */
export type KnownOrder = { id: number; token: string }

const kept = 20

const isKnown = (value: unknown): value is KnownOrder =>
  isRecord(value) && isId(value['id']) && typeof value['token'] === 'string' && /^[\w.-]{16,128}$/.test(value['token'])

/** A guest's orders on this device, the newest first. */
export function knownOrders(): KnownOrder[] {
  const value = readJson('guest_orders')
  return Array.isArray(value) ? value.filter(isKnown).slice(0, kept) : []
}

export const tokenOf = (id: number) => knownOrders().find((order) => order.id === id)?.token

export function rememberOrder(order: KnownOrder) {
  const others = knownOrders().filter(({ id }) => id !== order.id)
  write({ guest_orders: JSON.stringify([order, ...others].slice(0, kept)) })
}
