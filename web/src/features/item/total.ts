import type { CartPayload, ItemView } from '@/lib/api/types.gen'

/** The fields of an item that determine its price. */
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

/** The fields that are sent to the cart, so that the button's total is the line's. */
type Chosen = Pick<CartPayload, 'variation' | 'add_on_ids' | 'add_on_qtys'>

/**
 * Returns the total of the open item in minor units. It is the only price that a page computes
 * (D20), and is tested with vectors of the server's pricing. It uses integers, because floats cannot
 * represent every percentage exactly.
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
  // The larger discount applies, the item's own if they are equal (D18). Then the store's maximum
  // applies, without comparing again (D19).
  const limit = minor(item.store_discount_max)
  const capped = limit > 0n && stores > limit ? limit : stores
  return Number(gross - (isOffered && stores > own ? capped : own))
}

type Minor = (major: number) => bigint

const floored = (amount: bigint) => (amount < 0n ? 0n : amount)

/** Returns the price of one unit before discounts and without add-ons. A variation's price replaces the item's. */
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

/** Returns the discount on the base price of all units: rounded once, half up, at most the price. */
function discount(gross: bigint, count: bigint, value: number, type: string, minor: Minor) {
  const percent = (gross * BigInt(Math.round(value * 100)) * 2n + 10_000n) / 20_000n
  const off = floored(type === 'percent' ? percent : minor(value) * count)
  return off > gross ? gross : off
}
