import { latinDigits } from '@/lib/text/digits'

/** What an admin looks for: the order with a number, or the orders with a contact phone. */
export type Find = { number: number } | { phone: string }

/** Longer numbers are phones. */
const longestNumber = 8

/** Returns what was typed as something to find; undefined: it is neither a number nor a phone. */
export function readFind(typed: string): Find | undefined {
  const words = latinDigits(typed).trim()
  const number = words.replace(/^#/, '')
  if (/^[1-9]\d*$/.test(number) && (number.length <= longestNumber || number !== words)) {
    return Number.isSafeInteger(Number(number)) ? { number: Number(number) } : undefined
  }
  return /^[+\d][\d ()./-]{4,39}$/.test(words) ? { phone: words } : undefined
}
