import type { WalletBonusView } from '@/lib/api/types.gen'

/** Returns what a bonus adds to a payment, in major units. The server decides; this is what it will decide. */
export function bonusOn(bonus: WalletBonusView, amount: number, digits: number): number {
  const scale = 10 ** digits
  const paid = Math.round(amount * scale)
  if (bonus.left === 0 || paid < Math.round(bonus.least_top_up * scale)) return 0
  if (bonus.percent === 0) return bonus.amount
  const limit = bonus.most_bonus > 0 ? Math.round(bonus.most_bonus * scale) : Infinity
  // Hundredths of a percent, so that no float is multiplied.
  return Math.min(Math.round((paid * Math.round(bonus.percent * 100)) / 10_000), limit) / scale
}

/** Returns the most that one of the bonuses adds. A payment gets one bonus. */
export const bestBonus = (bonuses: readonly WalletBonusView[], amount: number, digits: number) =>
  Math.max(0, ...bonuses.map((bonus) => bonusOn(bonus, amount, digits)))
