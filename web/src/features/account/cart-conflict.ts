import type { CartConflictView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import { useTabValue, writeTabValue } from '@/lib/scope/tab-storage'

/** Carts of two stores that met at a sign-in, and the guest whose the one was (C1). */
export type CartConflict = { guestId: string; carts: CartConflictView[] }

/**
 * Keeps the question which cart to go on with until it is answered: a reload
 * must not answer it.
 */
export function storeCartConflict(guestId: string | undefined, carts: CartConflictView[]) {
  if (guestId && carts.length > 0) writeTabValue('cart-conflict', { guestId, carts } satisfies CartConflict)
}

export const removeCartConflict = () => writeTabValue('cart-conflict', null)

const isCart = (value: unknown): value is CartConflictView =>
  isRecord(value) &&
  ['guest_store', 'account_store'].every((key) => typeof value[key] === 'string') &&
  ['module_id', 'guest_units', 'account_units'].every((key) => typeof value[key] === 'number')

/** The question that waits for an answer; undefined when there is none. */
export function useCartConflict(): CartConflict | undefined {
  const kept = useTabValue('cart-conflict')
  if (!isRecord(kept) || typeof kept.guestId !== 'string' || !Array.isArray(kept.carts)) return undefined
  const carts = kept.carts.filter(isCart)
  return carts.length > 0 ? { guestId: kept.guestId, carts } : undefined
}
