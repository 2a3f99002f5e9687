import type { CartConflictView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import { useTabValue, writeTabValue } from '@/lib/scope/tab-storage'

/** The carts of two stores that conflict at a sign-in, and the guest who owned one of them (C1). */
export type CartConflict = { guestId: string; carts: CartConflictView[] }

/** Stores the conflict until the customer has chosen a cart, so that it survives a reload. */
export function storeCartConflict(guestId: string | undefined, carts: CartConflictView[]) {
  if (guestId && carts.length > 0) writeTabValue('cart-conflict', { guestId, carts } satisfies CartConflict)
}

export const removeCartConflict = () => writeTabValue('cart-conflict', null)

const isCart = (value: unknown): value is CartConflictView =>
  isRecord(value) &&
  ['guest_store', 'account_store'].every((key) => typeof value[key] === 'string') &&
  ['module_id', 'guest_units', 'account_units'].every((key) => typeof value[key] === 'number')

/** Returns the stored conflict, or undefined. */
export function useCartConflict(): CartConflict | undefined {
  const stored = useTabValue('cart-conflict')
  if (!isRecord(stored) || typeof stored.guestId !== 'string' || !Array.isArray(stored.carts)) return undefined
  const carts = stored.carts.filter(isCart)
  return carts.length > 0 ? { guestId: stored.guestId, carts } : undefined
}
