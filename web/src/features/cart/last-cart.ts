import type { CartLineView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import type { Scope } from '@/lib/scope/scope'
import { readJson, write } from '@/lib/scope/local-storage'
import { pageLine, type PageLine } from './page-line'

/** A stored line, which can only be shown. */
export type SeenLine = PageLine & { name: string; image: string; summary: string }

/**
 * Stores a guest's cart, to show it offline. It is stored with the guest's id, so that
 * it is never shown to another shopper. A customer's cart is not stored, because
 * several people may use the device (C2).
 */
export function saveLastCart({ guestId, signedIn, module }: Scope, lines: readonly CartLineView[]) {
  if (signedIn || !guestId) return write({ last_cart: null })
  const seen = lines.map((line): SeenLine => ({
    ...pageLine(line),
    name: line.item.name,
    image: line.item.image_full_url,
    summary: line.summary,
  }))
  write({ last_cart: JSON.stringify({ guestId, moduleId: module?.id, lines: seen }) })
}

const isSeen = (value: unknown): value is SeenLine =>
  isRecord(value) &&
  ['cartItemId', 'quantity', 'totalPrice'].every((key) => Number.isFinite(value[key])) &&
  ['name', 'image', 'summary'].every((key) => typeof value[key] === 'string')

/** Returns the stored cart of this guest and module, or undefined. Must not be called on the server. */
export function readLastCart({ guestId, signedIn, module }: Scope): SeenLine[] | undefined {
  const stored = readJson('last_cart')
  if (signedIn || !isRecord(stored) || !Array.isArray(stored.lines)) return undefined
  if (stored.guestId !== guestId || stored.moduleId !== module?.id) return undefined
  return stored.lines.filter(isSeen)
}
