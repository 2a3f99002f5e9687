import type { CartPayload, ItemView } from '@/lib/api/types.gen'

/** What of an item its price depends on. */
type Priced = Pick<
  ItemView,
  | 'price'
  | 'discount'
  | 'discount_type'
  | 'store_discount'
  | 'store_discount_type'
  | 'store_discount_min_purchase'
  | 'store_discount_max'
> & {
  food_variations: readonly { id: string; values: readonly { id: string; optionPrice: number }[] }[]
  variations: readonly { id: string; price: number }[]
  add_ons: readonly { id: number; price: number }[]
}

/** What is sent to the cart, so that the button's total is that of the line it makes. */
type Chosen = Pick<CartPayload, 'variation' | 'add_on_ids' | 'add_on_qtys'>

/**
 * What the open item costs as chosen, in minor units: the one price that a page
 * computes itself (D20), held to vectors that the server's own pricing wrote.
 * Integers, because a float cannot hold every percentage of every amount.
 */
export function runningTotal(item: Priced, chosen: Chosen, quantity: number, digits: number): number {
  const minor = (major: number) => BigInt(Math.round(major * 10 ** digits))
  const count = BigInt(quantity)
  const base = floored(basePrice(item, chosen, minor))
  const gross = (base + floored(addOnsPrice(item, chosen, minor))) * count

  const off = (value: number, type: string) => discount(base * count, count, value, type, minor)
  const own = off(item.discount, item.discount_type)
  const stores = off(item.store_discount, item.store_discount_type)
  const isOffered = gross >= minor(item.store_discount_min_purchase)
  // The larger of the two, the item's own when they are equal (D18); a cap on
  // the store's comes after that, with no second round (D19).
  const most = minor(item.store_discount_max)
  const capped = most > 0n && stores > most ? most : stores
  return Number(gross - (isOffered && stores > own ? capped : own))
}

type Minor = (major: number) => bigint

const floored = (amount: bigint) => (amount < 0n ? 0n : amount)

/** Of one unit, before discounts and without add-ons: a variation's price takes the item's place. */
function basePrice({ price, variations, food_variations }: Priced, { variation = [] }: Chosen, minor: Minor) {
  const sold = variations.find(({ id }) => variation.some((chosen) => chosen.id === id))
  const values = food_variations.flatMap((group) => {
    const ids = variation.find(({ id }) => id === group.id)?.values?.ids ?? []
    return group.values.filter(({ id }) => ids.includes(id))
  })
  return values.reduce((sum, { optionPrice }) => sum + minor(optionPrice), minor(sold?.price ?? price))
}

function addOnsPrice({ add_ons }: Priced, { add_on_ids = [], add_on_qtys = [] }: Chosen, minor: Minor) {
  return add_on_ids.reduce((sum, id, index) => {
    const price = add_ons.find((addOn) => addOn.id === id)?.price ?? 0
    return sum + minor(price) * BigInt(add_on_qtys[index] ?? 0)
  }, 0n)
}

/** What comes off the base of all units: rounded once, half up, and never more than they cost. */
function discount(gross: bigint, count: bigint, value: number, type: string, minor: Minor) {
  const percent = (gross * BigInt(Math.round(value * 100)) * 2n + 10_000n) / 20_000n
  const off = floored(type === 'percent' ? percent : minor(value) * count)
  return off > gross ? gross : off
}
