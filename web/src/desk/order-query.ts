import { latinDigits } from '@/lib/text/digits'

/**
 * What an admin looks for: the order or trip with a number, or those with a contact phone. With both, the number is
 * looked for if none has the phone.
 */
export type OrderQuery = { number?: number; phone?: string }

/** Longer numbers may be phones: those of some countries have no more digits. */
const maxNumberLength = 6
/** Still longer ones are phones alone. */
const maxBothLength = 8

/** Returns what was typed as something to find; undefined: it is neither a number nor a phone. */
export function parseOrderQuery(typed: string): OrderQuery | undefined {
  const words = latinDigits(typed).trim()
  const digits = words.replace(/^#/, '')
  const number = Number(digits)
  const isNumber = /^[1-9]\d*$/.test(digits) && Number.isSafeInteger(number)
  if (isNumber && (digits.length <= maxNumberLength || digits !== words)) return { number }
  if (!/^[+\d][\d ()./-]{4,39}$/.test(words)) return undefined
  return isNumber && digits.length <= maxBothLength ? { number, phone: words } : { phone: words }
}
