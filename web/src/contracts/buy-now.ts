import type { CartPayload } from '@/lib/api/types.gen'
import { isId, isRecord } from '@/lib/scope/guards'
import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import type { NewLine } from './cart-actions'

/**
 * Stores the one line of /checkout?page=buy_now, which leaves the cart alone
 * (CHK-06). It is in this tab's storage and not in the address, so that a reload
 * finds it and nobody else's link can fill it. Without storage the checkout says
 * that there is nothing to buy.
 */
export const storeBuyNow = (line: NewLine) => writeTabValue('buy-now', line)

const isNewLine = (value: unknown): value is NewLine => isRecord(value) && isId(value.item_id) && isId(value.quantity)

/** The line to buy now; undefined when there is none. Not during render: a server has no such storage. */
export function readBuyNow(): NewLine | undefined {
  const value = readTabValue('buy-now')
  return isNewLine(value) ? value : undefined
}

/** Removes the line that was bought; a line stored since then stays. Without an argument, removes any line. */
export function removeBuyNow(bought?: CartPayload) {
  if (bought && JSON.stringify(readBuyNow()) !== JSON.stringify(bought)) return
  writeTabValue('buy-now', null)
}
