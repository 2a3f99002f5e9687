import { isId, isRecord } from './guards'
import type { CartPayload } from './api/types.gen'
import type { NewLine } from './basket'

const key = 'hk-buy-now'

/**
 * Keeps the one line of /checkout?page=buy_now, which leaves the cart alone
 * (CHK-06). In this tab's storage and not in the address: a reload still finds
 * it, and nobody else's link can fill it.
 */
export function keepBuyNow(line: NewLine) {
  try {
    sessionStorage.setItem(key, JSON.stringify(line))
  } catch {
    // Without storage the checkout says that there is nothing to buy.
  }
}

const isNewLine = (value: unknown): value is NewLine => isRecord(value) && isId(value.item_id) && isId(value.quantity)

/** The line to buy now; undefined when there is none. Not during render: a server has no such storage. */
export function readBuyNow(): NewLine | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isNewLine(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Forgets the line that was bought; another one, begun since, stays. Without a line, whichever it is. */
export function forgetBuyNow(bought?: CartPayload) {
  if (bought && JSON.stringify(readBuyNow()) !== JSON.stringify(bought)) return
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}
