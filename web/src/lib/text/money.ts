import type { ConfigView } from '@/lib/api/types.gen'

/** How the shop formats amounts (PRC-06). */
type Currency = { digits: number; symbol: string; symbolRight: boolean }

export const currencyOf = (config: ConfigView): Currency => ({
  digits: config.digit_after_decimal_point,
  symbol: config.currency_symbol,
  symbolRight: config.currency_symbol_direction === 'right',
})

/** The full amount, as carts, checkout and receipts show it (D5): "$1,234.50". */
export function formatMoney(major: number, currency: Currency): string {
  return written(minorUnits(major, currency), currency, (units) => fullNumber(units, currency.digits))
}

// Largest first; from and unit are major units.
const shortenings = [
  { from: 1_000_000_000n, unit: 1_000_000_000n, letter: 'B' },
  { from: 1_000_000n, unit: 1_000_000n, letter: 'M' },
  { from: 100_000n, unit: 1_000n, letter: 'K' },
] as const

/** The amount for cards and counters only (PRC-06, D5): "$150.0K". Below 100,000 in full. */
export function shortMoney(major: number, currency: Currency): string {
  const scale = 10n ** BigInt(currency.digits)
  return written(minorUnits(major, currency), currency, (units) => {
    const short = shortenings.find(({ from }) => units >= from * scale)
    if (!short) return fullNumber(units, currency.digits)
    const whole = short.unit * scale
    const rounded = (units * 20n + whole) / (whole * 2n) // tenths of the unit, half up
    // "1000.0K" is never shown.
    const tenths = short.letter !== 'B' && rounded > 9999n ? 9999n : rounded
    return `${grouped(tenths / 10n)}.${tenths % 10n}${short.letter}`
  })
}

// Integers, because a float cannot represent every amount's tenths.
function minorUnits(major: number, { digits }: Currency) {
  return BigInt(Math.round(major * 10 ** digits))
}

function written(units: bigint, { symbol, symbolRight }: Currency, number: (units: bigint) => string) {
  const digits = number(units < 0n ? -units : units)
  return `${units < 0n ? '-' : ''}${symbolRight ? digits + symbol : symbol + digits}`
}

function fullNumber(units: bigint, digits: number) {
  const scale = 10n ** BigInt(digits)
  const whole = grouped(units / scale)
  return digits === 0 ? whole : `${whole}.${String(units % scale).padStart(digits, '0')}`
}

const grouped = (whole: bigint) => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

/** Adds amounts of major units without the rounding errors of floats. */
export function sumMajor(amounts: readonly number[], digits: number) {
  const scale = 10 ** digits
  return amounts.reduce((sum, amount) => sum + Math.round(amount * scale), 0) / scale
}
