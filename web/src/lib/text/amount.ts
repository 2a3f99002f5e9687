import { latinDigits } from './digits'

/** A typed amount in major units, or undefined if nothing was typed. */
type TypedAmount = { amount: number | undefined } | { problem: 'unreadable' | 'too_precise' }

/**
 * Parses an amount as people of the language write it: in Latin, Arabic or Persian digits,
 * with its group and decimal signs, and at most the decimals of the currency. In English
 * '1,000' is a thousand, and '2,50' can only be two and a half.
 */
export function parseAmount(typed: string, locale: string, decimals: number): TypedAmount {
  const text = typed.replace(/[\u061c\u200e\u200f\u2066-\u2069]/g, '').trim() // without direction marks
  if (text === '') return { amount: undefined }
  const [, whole = '', fraction = ''] = numberParts(marked(text, decimalSign(locale))) ?? []
  if (whole + fraction === '') return { problem: 'unreadable' }
  const exact = fraction.replace(/0+$/, '')
  if (exact.length > decimals) return { problem: 'too_precise' }
  return { amount: Number(`${whole.replaceAll(groupMark, '')}.${exact}`) }
}

/** The amount as text of a field, which parseAmount can parse. */
export const typedAmount = (amount: number, locale: string) =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 3 }).format(amount)

const groupMark = '_'
const decimalMark = '.'

const decimalSign = (locale: string) =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'

/** Converts to Latin digits, and to one mark for each kind of sign. */
function marked(text: string, decimal: ',' | '.') {
  const group = decimal === '.' ? ',' : '.'
  const signs = latinDigits(text)
    .replaceAll('،', ',')
    .replace(/[\s'’٬]/g, groupMark)
    .replaceAll('٫', decimal)
  const isGrouped = new RegExp(`^\\d{1,3}(\\${group}\\d{2,3})*\\${group}\\d{3}(\\D|$)`).test(signs)
  if (isGrouped) return signs.replaceAll(group, groupMark).replace(decimal, decimalMark)
  // A group sign at an impossible position is taken as the decimal sign.
  return signs.includes(decimal) ? signs.replace(decimal, decimalMark) : signs.replace(group, decimalMark)
}

const numberParts = (text: string) => /^(\d+|\d{1,3}(?:_\d{2,3})*_\d{3})?(?:\.(\d*))?$/.exec(text)
