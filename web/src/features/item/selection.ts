import type { CartChoice, CartLineView, FoodVariationView, ItemView, VariationView } from '@/lib/api/types.gen'

/** What is chosen on an open item. Ids are used, because labels may repeat (D23). */
export type Selection = {
  /** Chosen values of food variation groups: value ids by group id. */
  values: Readonly<Record<string, readonly string[]>>
  /** Chosen options in all other modules: option by name of the choice. */
  options: Readonly<Record<string, string>>
  /** The chosen variation of an item without options. */
  variationId?: string
  /** Ticked add-ons: quantity per unit, by id. */
  addOns: Readonly<Record<number, number>>
  quantity: number
  /** The note for the store. */
  note: string
}

/** The server's limit for a note, in characters. */
export const maxNoteLength = 200

/** The server's limit for one line. */
const maxQuantity = 9999
/** The server's limit for one add-on per unit. */
export const maxAddOnQuantity = 100

const isRequired = (group: FoodVariationView) => group.required === 'on'

/** Returns how many values of a group may be chosen, if any is. A max of 0 means all. */
export function boundsOf({ type, min, max, values }: FoodVariationView) {
  return type === 'single' ? { min: 1, max: 1 } : { min, max: max === 0 ? values.length : max }
}

/** Returns the initial selection of an item: the values that the store preselected, and one unit. */
export function firstSelection(item: ItemView): Selection {
  const values = item.food_variations.map((group) => {
    const ticked = group.values.filter(({ isSelected }) => isSelected).map(({ id }) => id)
    return [group.id, ticked.slice(0, boundsOf(group).max)] as const
  })
  const addOns = item.add_ons
    .filter(({ isChecked }) => isChecked)
    .map(({ id, quantity }) => [id, quantity || 1] as const)
  return {
    values: Object.fromEntries(values),
    ...firstVariation(item),
    addOns: Object.fromEntries(addOns),
    quantity: 1,
    note: '',
  }
}

/** Returns the first variation in stock, or the first if all are sold out. */
function firstVariation(item: ItemView): Pick<Selection, 'options' | 'variationId'> {
  const open = item.variations.find(({ stock }) => stock !== 0) ?? item.variations[0]
  return open ? optionsNaming(item, open) : { options: {} }
}

/** Returns the options whose joined labels are the variation's type, or its id if there are none. */
function optionsNaming(item: ItemView, variation: VariationView): Pick<Selection, 'options' | 'variationId'> {
  const named = combinations(item).find((options) => matching(item, options).includes(variation))
  return named ? { options: named } : { options: {}, variationId: variation.id }
}

function combinations({ choice_options }: ItemView): Record<string, string>[] {
  if (choice_options.length === 0) return []
  return choice_options.reduce<Record<string, string>[]>(
    (all, { name, options }) => all.flatMap((one) => options.map((option) => ({ ...one, [name]: option }))),
    [{}],
  )
}

const undashed = (text: string) => text.replaceAll(/[- ]/g, '')

/** Options and types are compared without dashes and spaces (ITEM-06). */
function matching(item: ItemView, options: Selection['options']) {
  const joined = item.choice_options.map(({ name }) => options[name] ?? '').join('')
  return item.variations.filter(({ type }) => undashed(type) === undashed(joined))
}

/** Returns the chosen variation, or undefined if none or several match (D3). */
export function variationOf(item: ItemView, { variationId, options }: Selection): VariationView | undefined {
  if (variationId !== undefined) return item.variations.find(({ id }) => id === variationId)
  const found = matching(item, options)
  return found.length === 1 ? found[0] : undefined
}

/** Returns whether the option, with the other options unchanged, leads to a sold-out variation. */
export function isOptionSoldOut(item: ItemView, selection: Selection, name: string, option: string) {
  return variationOf(item, chooseOption(selection, name, option))?.stock === 0
}

export const chooseOption = (selection: Selection, name: string, option: string): Selection => ({
  ...selection,
  variationId: undefined,
  options: { ...selection.options, [name]: option },
})

/** Returns the selection of a cart line, so that the item opens with it. What is no longer offered is not chosen. */
export function selectionOfLine(item: ItemView, line: CartLineView): Selection {
  const values = item.food_variations.map((group) => {
    const chosen = line.variation.find(({ id, name }) => (id ? id === group.id : name === group.name))?.values
    const isTaken = ({ id, label }: { id: string; label: string }) =>
      chosen?.ids ? chosen.ids.includes(id) : chosen?.label?.includes(label)
    return [group.id, group.values.filter(isTaken).map(({ id }) => id)] as const
  })
  const sold = item.variations.find(({ id }) => line.variation.some((chosen) => chosen.id === id))
  return {
    values: Object.fromEntries(values),
    ...(sold ? optionsNaming(item, sold) : { options: {} }),
    addOns: Object.fromEntries(
      line.add_on_ids
        .map((id, index) => [id, line.add_on_qtys[index] ?? 1] as const)
        .filter(([id]) => item.add_ons.some((addOn) => addOn.id === id)),
    ),
    quantity: line.quantity,
    note: line.note,
  }
}

const chosenIn = ({ values }: Selection, group: FoodVariationView) => values[group.id] ?? []

export const isChosen = (selection: Selection, group: FoodVariationView, valueId: string) =>
  chosenIn(selection, group).includes(valueId)

/** Whether a multi group has the maximum of values; the others are then disabled. */
export const isFull = (selection: Selection, group: FoodVariationView) =>
  group.type === 'multi' && chosenIn(selection, group).length >= boundsOf(group).max

/** A single choice replaces the previous one, and a second click unselects it. A multi choice toggles (ITEM-03). */
export function toggleValue(selection: Selection, group: FoodVariationView, valueId: string): Selection {
  const before = chosenIn(selection, group)
  const set = (values: readonly string[]) => ({ ...selection, values: { ...selection.values, [group.id]: values } })
  if (before.includes(valueId)) return set(before.filter((id) => id !== valueId))
  if (group.type === 'single') return set([valueId])
  return isFull(selection, group) ? selection : set([...before, valueId])
}

/** Returns the quantity of an add-on per unit; 0 if it is not ticked. */
export const addOnCount = ({ addOns }: Selection, id: number) => addOns[id] ?? 0

/** Sets the quantity of an add-on; 0 removes it (ITEM-05). */
export function setAddOn(selection: Selection, id: number, count: number): Selection {
  const { [id]: _, ...others } = selection.addOns
  const kept = Math.min(count, maxAddOnQuantity)
  return { ...selection, addOns: kept > 0 ? { ...others, [id]: kept } : others }
}

/** Ticking adds one, unticking removes it whatever its quantity (D4). */
export const tickAddOn = (selection: Selection, id: number, ticked: boolean) => setAddOn(selection, id, ticked ? 1 : 0)

/** A rule that the selection breaks. */
export type SelectionProblem =
  | { code: 'required'; group: FoodVariationView; left: number }
  | { code: 'bounds'; group: FoodVariationView; min: number; max: number; left: number }
  /** No variation has this combination of options. */
  | { code: 'combination' }

/** Returns all problems in the item's order (ITEM-04). A group that is not required may be empty. */
export function problemsOf(item: ItemView, selection: Selection): SelectionProblem[] {
  const problems = item.food_variations.flatMap((group): SelectionProblem[] => {
    const count = chosenIn(selection, group).length
    const { min, max } = boundsOf(group)
    if (count === 0) return isRequired(group) ? [{ code: 'required', group, left: Math.max(min, 1) }] : []
    return count < min || count > max ? [{ code: 'bounds', group, min, max, left: Math.max(min - count, 0) }] : []
  })
  if (item.variations.length === 0 || variationOf(item, selection)) return problems
  return [...problems, { code: 'combination' }]
}

/** Returns how many values must still be chosen before the item can be bought. */
export const choicesLeft = (problems: readonly SelectionProblem[]) =>
  problems.reduce((sum, problem) => sum + (problem.code === 'combination' ? 0 : problem.left), 0)

/** Returns what a problem is about: the id of a group, or '' for the combination. */
export const subjectOf = (problem: SelectionProblem) => (problem.code === 'combination' ? '' : problem.group.id)

/** Returns the selection as the cart API takes it: labels as documented, and ids (CART-09). */
export function payloadOf(item: ItemView, selection: Selection) {
  const variation = variationOf(item, selection)
  const chosen: CartChoice[] = variation ? [{ id: variation.id, type: variation.type }] : []
  for (const group of item.food_variations) {
    const values = group.values.filter(({ id }) => isChosen(selection, group, id))
    if (values.length === 0) continue
    const picked = { label: values.map(({ label }) => label), ids: values.map(({ id }) => id) }
    chosen.push({ id: group.id, name: group.name, values: picked })
  }
  const addOns = item.add_ons.filter(({ id }) => addOnCount(selection, id) > 0)
  return {
    variation: chosen,
    add_on_ids: addOns.map(({ id }) => id),
    add_on_qtys: addOns.map(({ id }) => addOnCount(selection, id)),
  }
}

/** Returns a text that is equal for equal choices in any order. */
const choiceText = (chosen: readonly CartChoice[]) =>
  chosen
    .map(({ id, values }) => JSON.stringify([id, values?.ids?.toSorted()]))
    .toSorted()
    .join()

/** Returns add-ons and note as text. */
const besidesText = ({ addOns, note }: Selection) => JSON.stringify([addOns, note.trim()])

const variationText = (item: ItemView, of: Selection) => choiceText(payloadOf(item, of).variation)

/**
 * Returns the cart line with the same item and variation, which is updated instead of adding another
 * (ITEM-10); of several, the one with the same add-ons and note. Lines are compared as selections,
 * because the server returns more fields than a page sends.
 */
export function lineInCart(item: ItemView, selection: Selection, lines: readonly CartLineView[]) {
  const wanted = variationText(item, selection)
  const ofItem = lines.filter((line) => line.item.id === item.id)
  const same = ofItem.filter((line) => variationText(item, selectionOfLine(item, line)) === wanted)
  return same.find((line) => besidesText(selectionOfLine(item, line)) === besidesText(selection)) ?? same[0]
}

/** Whether the line has a value or an add-on that is no longer offered. */
function hasGone(item: ItemView, line: CartLineView) {
  const offered = item.food_variations.flatMap(({ values }) => values.map(({ id }) => id))
  return (
    line.variation.some(({ values }) => values?.ids?.some((id) => !offered.includes(id))) ||
    line.add_on_ids.some((id) => !item.add_ons.some((addOn) => addOn.id === id))
  )
}

/**
 * Returns whether the line already has this selection: 'No changes found to update.' To leave out what
 * is no longer offered is a change.
 */
export function isUnchanged(item: ItemView, selection: Selection, line: CartLineView) {
  const kept = selectionOfLine(item, line)
  if (hasGone(item, line)) return false
  const isSame = (textOf: (of: Selection) => string) => textOf(kept) === textOf(selection)
  return line.quantity === selection.quantity && isSame(besidesText) && isSame((of) => variationText(item, of))
}

/** Returns the largest quantity: the stock of the variation or item, or the item's maximum if lower (ITEM-08). */
export function limitOf(item: ItemView, variation: VariationView | undefined) {
  const stock = (variation ? variation.stock : item.stock) ?? maxQuantity
  return Math.min(stock, item.maximum_cart_quantity || maxQuantity, maxQuantity)
}

/** Returns the selection with its quantity reduced to the limit, but not below 1. */
export const withinLimit = (selection: Selection, limit: number): Selection =>
  selection.quantity <= Math.max(limit, 1) ? selection : { ...selection, quantity: Math.max(limit, 1) }

/**
 * Whether and how the item can be bought. out_of_stock, variation_out_of_stock: sold out (ITEM-07).
 * unavailable: outside its time window. scheduled: the same, but it can be ordered for later; not
 * if its campaign does not run now, because it must run when the order is placed. campaign: a
 * campaign item inside its window (ITEM-09).
 */
type Buying = 'open' | 'scheduled' | 'campaign' | 'unavailable' | 'out_of_stock' | 'variation_out_of_stock'

export function buyingOf(item: ItemView, variation: VariationView | undefined): Buying {
  if (variation ? item.variations.every(({ stock }) => stock === 0) : item.stock === 0) return 'out_of_stock'
  if (variation?.stock === 0) return 'variation_out_of_stock'
  if (!item.available_now) {
    return item.schedule_order && item.campaign?.running !== false ? 'scheduled' : 'unavailable'
  }
  return item.available_date_starts ? 'campaign' : 'open'
}
