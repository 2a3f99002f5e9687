import type { CartLineView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import type { Scope } from '@/lib/scope/scope'
import { readJson, write } from '@/lib/scope/local-storage'
import { pageLine, type PageLine } from './page-line'

/** A line as it was last seen: to be read, not to be changed. */
export type SeenLine = PageLine & { name: string; image: string; summary: string }

/**
 * Keeps what a guest's cart looked like, for a page without a connection. Under
 * the guest's own id, so that nobody else is ever shown it; a customer's stays
 * with the server, for devices are shared (C2).
 */
export function storeLastCart({ guestId, signedIn, module }: Scope, lines: readonly CartLineView[]) {
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

/** The cart as it was last seen; undefined when none of this guest's and module's was. Not during render. */
export function readLastCart({ guestId, signedIn, module }: Scope): SeenLine[] | undefined {
  const kept = readJson('last_cart')
  if (signedIn || !isRecord(kept) || !Array.isArray(kept.lines)) return undefined
  if (kept.guestId !== guestId || kept.moduleId !== module?.id) return undefined
  return kept.lines.filter(isSeen)
}
