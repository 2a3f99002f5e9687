/**
 * Returns what points become: as many as give whole minor units of a currency with these
 * digits. The server computes the same when it converts them.
 */
export function worthOf(points: number, pointsOfAUnit: number, digits: number) {
  if (pointsOfAUnit <= 0) return { points: 0, amount: 0 }
  const unit = 10 ** digits
  const common = divisor(pointsOfAUnit, unit)
  const steps = Math.floor(points / (pointsOfAUnit / common))
  return { points: steps * (pointsOfAUnit / common), amount: (steps * (unit / common)) / unit }
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
