import type { CartPayload } from '@/lib/api/types.gen'
import { isId, isRecord } from '@/lib/scope/guards'
import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import type { NewLine } from './cart-actions'

/**
 * Stores the line of /checkout?page=buy_now, which does not change the cart (CHK-06).
 * It is in session storage instead of the URL, so that it survives a reload and a link
 * cannot set it. Without storage the checkout is empty.
 */
export const storeBuyNow = (line: NewLine) => writeTabValue('buy-now', line)

const isNewLine = (value: unknown): value is NewLine => isRecord(value) && isId(value.item_id) && isId(value.quantity)

/** Returns the line to buy now, or undefined. Must not be called during render, because the server has no storage. */
export function readBuyNow(): NewLine | undefined {
  const value = readTabValue('buy-now')
  return isNewLine(value) ? value : undefined
}

/** Removes the given line, if it is still the stored one. Without an argument, removes any line. */
export function removeBuyNow(bought?: CartPayload) {
  if (bought && JSON.stringify(readBuyNow()) !== JSON.stringify(bought)) return
  writeTabValue('buy-now', null)
}
