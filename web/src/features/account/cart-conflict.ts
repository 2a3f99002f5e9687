import { useMemo, useSyncExternalStore } from 'react'
import type { CartConflictView } from '@/lib/api/types.gen'
import { isRecord, parseJson } from '@/lib/scope/guards'
import { onStorageChange, read, write } from '@/lib/scope/local-storage'

/** The carts of two stores that conflict at a sign-in, and the guest who owned one of them (C1). */
export type CartConflict = { guestId: string; carts: CartConflictView[] }

/** Stores the conflict until the customer who has just signed in has chosen a cart, in this tab or a later one. */
export function storeCartConflict(guestId: string | undefined, carts: CartConflictView[]) {
  if (guestId && carts.length > 0)
    write({ cart_conflict: JSON.stringify({ customer: read('customer'), guestId, carts }) })
}

export const removeCartConflict = () => write({ cart_conflict: null })

const isCart = (value: unknown): value is CartConflictView =>
  isRecord(value) &&
  ['guest_store', 'account_store'].every((key) => typeof value[key] === 'string') &&
  ['module_id', 'guest_units', 'account_units'].every((key) => typeof value[key] === 'number')

/** Returns the valid conflict of the customer, or undefined. */
function conflictIn(text: string | null): CartConflict | undefined {
  const stored = parseJson(text)
  if (!isRecord(stored) || stored.customer !== read('customer')) return undefined
  if (typeof stored.guestId !== 'string' || !Array.isArray(stored.carts)) return undefined
  const carts = stored.carts.filter(isCart)
  return carts.length > 0 ? { guestId: stored.guestId, carts } : undefined
}

/** Returns the stored conflict of the customer, or undefined. */
export function useCartConflict(): CartConflict | undefined {
  const text = useSyncExternalStore(
    onStorageChange,
    () => read('cart_conflict'),
    () => null,
  )
  return useMemo(() => conflictIn(text), [text])
}
