/** The last amount of a text in minor units: "Add to cart $12.50" is 1250. */
export function amountIn(text: string): number {
  const found = text.match(/\d[\d,]*\.\d\d(?!.*\d\.\d\d)/s)
  if (!found) throw new Error(`no amount in "${text}"`)
  return Math.round(Number(found[0].replaceAll(',', '')) * 100)
}
