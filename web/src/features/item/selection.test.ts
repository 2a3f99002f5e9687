import { describe, expect, test } from 'vitest'
import type { FoodVariationView, ItemView } from '@/lib/api/types.gen'
import { burger, lineOf, plainItem, shirt } from '@/test/item-fixtures'
import {
  addOnCount,
  buyingOf,
  chooseOption,
  choicesLeft,
  firstSelection,
  isChosen,
  isFull,
  isOptionSoldOut,
  isUnchanged,
  limitOf,
  lineInCart,
  payloadOf,
  problemsOf,
  selectionOfLine,
  setAddOn,
  tickAddOn,
  toggleValue,
  variationOf,
  withinLimit,
} from './selection'

const [size, extras] = burger.food_variations as [FoodVariationView, FoodVariationView]
const chosen = (...ids: string[]) => {
  const groupOf = (id: string) => (size.values.some((value) => value.id === id) ? size : extras)
  return ids.reduce((selection, id) => toggleValue(selection, groupOf(id), id), firstSelection(burger))
}
const labels = (selection: ReturnType<typeof chosen>, item: ItemView = burger) =>
  payloadOf(item, selection).variation.flatMap(({ values }) => values?.label ?? [])

describe('food variations', () => {
  test('ITEM-03 a single choice replaces the previous one, and a second click unselects it', () => {
    expect(labels(chosen('11', '12'))).toEqual(['Double'])
    expect(labels(chosen('12', '12'))).toEqual([])
  })

  test('ITEM-03 multi choices toggle, and a full group accepts no more', () => {
    expect(labels(chosen('23', '21'))).toEqual(['Fried egg', 'Cheese'])
    expect(isFull(chosen('23', '21'), extras)).toBe(true)
    expect(labels(chosen('23', '21', '22'))).toEqual(['Fried egg', 'Cheese'])
    expect(labels(chosen('23', '21', '21', '22'))).toEqual(['Pickled chilli', 'Cheese'])
  })

  test('ITEM-03 a multi group without a maximum accepts all its values', () => {
    const free = { ...extras, min: 0, max: 0 }
    const all = ['21', '22', '23'].reduce((s, id) => toggleValue(s, free, id), firstSelection(burger))
    expect(free.values.every(({ id }) => isChosen(all, free, id))).toBe(true)
  })

  test('ITEM-04 a required group needs a choice, and a multi group must be within its bounds', () => {
    expect(problemsOf(burger, chosen())).toEqual([{ code: 'required', group: size, left: 1 }])
    expect(problemsOf(burger, chosen('11'))).toEqual([])
    expect(problemsOf(burger, chosen('11', '21'))).toEqual([{ code: 'bounds', group: extras, min: 2, max: 2, left: 1 }])
    expect(problemsOf(burger, chosen('21'))).toMatchObject([{ code: 'required' }, { code: 'bounds' }])
    expect(problemsOf(burger, chosen('11', '21', '22'))).toEqual([])
  })

  test('ITEM-04 counts the missing choices of all unfinished groups', () => {
    const both = { ...burger, food_variations: [size, { ...extras, required: 'on' as const }] }
    const left = (item: ItemView, ...ids: string[]) => choicesLeft(problemsOf(item, chosen(...ids)))
    expect(left(both)).toBe(3)
    expect(left(both, '11')).toBe(2)
    expect(left(both, '11', '21')).toBe(1)
    expect(left(both, '11', '21', '22')).toBe(0)
    expect(left(burger, '11')).toBe(0) // extras are optional
    expect(left({ ...both, food_variations: [{ ...extras, required: 'on', min: 0, max: 0 }] })).toBe(1)
  })

  test('ITEM-14 values that the store preselected are chosen at first', () => {
    const values = size.values.map((value) => ({ ...value, isSelected: true }))
    const ticked: ItemView = { ...burger, food_variations: [{ ...size, values }] }
    expect(labels(firstSelection(ticked), ticked)).toEqual(['Single'])
  })

  test('CART-09 TRAP_D23 the payload has labels and ids, in the item’s order', () => {
    const selection = setAddOn(chosen('23', '21', '12'), 32, 2)
    expect(payloadOf(burger, selection)).toEqual({
      variation: [
        { id: '1', name: 'Patty size', values: { label: ['Double'], ids: ['12'] } },
        { id: '2', name: 'Extra toppings', values: { label: ['Fried egg', 'Cheese'], ids: ['21', '23'] } },
      ],
      add_on_ids: [32],
      add_on_qtys: [2],
    })
  })
})

describe('add-ons', () => {
  test('ITEM-05 TRAP_D4 ticking adds one, unticking removes it whatever its quantity', () => {
    const three = setAddOn(tickAddOn(chosen(), 31, true), 31, 3)
    expect(addOnCount(tickAddOn(chosen(), 31, true), 31)).toBe(1)
    expect(addOnCount(three, 31)).toBe(3)
    expect(addOnCount(tickAddOn(three, 31, false), 31)).toBe(0)
    expect(payloadOf(burger, tickAddOn(three, 31, false)).add_on_ids).toEqual([])
  })

  test('ITEM-05 a quantity of 0 removes the add-on', () => {
    expect(setAddOn(tickAddOn(chosen(), 31, true), 31, 0).addOns).toEqual({})
  })
})

describe('variations of other modules', () => {
  const pick = (size: string, colour: string) =>
    chooseOption(chooseOption(firstSelection(shirt), 'size', size), 'colour', colour)

  test('ITEM-06 joined options match a type without dashes and spaces', () => {
    expect(variationOf(shirt, pick('Small', 'Sea Blue'))?.id).toBe('41')
    expect(variationOf(shirt, pick('Large', 'Sea Blue'))?.id).toBe('43')
    expect(payloadOf(shirt, pick('Small', 'Red')).variation).toEqual([{ id: '42', type: 'Small-Red' }])
  })

  test('ITEM-06 options without a variation are reported as a problem', () => {
    expect(variationOf(shirt, pick('Large', 'Red'))).toBeUndefined()
    expect(problemsOf(shirt, pick('Large', 'Red'))).toEqual([{ code: 'combination' }])
  })

  test('TRAP_D3 an ambiguous match is refused, and an id is never ambiguous', () => {
    const options = [
      { name: 'a', title: 'A', options: ['A', 'AB'] },
      { name: 'b', title: 'B', options: ['BC', 'C'] },
    ]
    const variations = [
      { id: '1', type: 'A-BC', price: 1, stock: null },
      { id: '2', type: 'AB-C', price: 2, stock: null },
    ]
    const muddled: ItemView = { ...shirt, choice_options: options, variations }
    const selection = { ...firstSelection(muddled), options: { a: 'A', b: 'BC' }, variationId: undefined }
    expect(variationOf(muddled, selection)).toBeUndefined()
    expect(variationOf(muddled, { ...selection, variationId: '2' })?.price).toBe(2)
  })

  test('ITEM-06 the first variation in stock is chosen at first', () => {
    expect(variationOf(shirt, firstSelection(shirt))?.id).toBe('42')
    const bare: ItemView = { ...shirt, choice_options: [] }
    expect(variationOf(bare, firstSelection(bare))?.id).toBe('42')
  })

  test('ITEM-07 an option that leads to a sold-out variation is known before it is chosen', () => {
    expect(isOptionSoldOut(shirt, pick('Small', 'Red'), 'colour', 'Sea Blue')).toBe(true)
    expect(isOptionSoldOut(shirt, pick('Large', 'Red'), 'colour', 'Sea Blue')).toBe(false)
  })
})

describe('quantity and availability', () => {
  const [none, five, two] = shirt.variations

  test('ITEM-07 the item or the variation is out of stock', () => {
    expect(buyingOf({ ...plainItem, stock: 0 }, undefined)).toBe('out_of_stock')
    expect(buyingOf({ ...plainItem, stock: 1 }, undefined)).toBe('open')
    expect(buyingOf(shirt, none)).toBe('variation_out_of_stock')
    expect(buyingOf(shirt, five)).toBe('open')
    const gone = shirt.variations.map((variation) => ({ ...variation, stock: 0 }))
    expect(buyingOf({ ...shirt, variations: gone }, gone[1])).toBe('out_of_stock')
  })

  test('ITEM-08 the limit is the stock, or the maximum if that is set and lower', () => {
    expect(limitOf(plainItem, undefined)).toBe(9999)
    expect(limitOf({ ...plainItem, stock: 4 }, undefined)).toBe(4)
    expect(limitOf({ ...plainItem, stock: 4, maximum_cart_quantity: 3 }, undefined)).toBe(3)
    expect(limitOf({ ...plainItem, maximum_cart_quantity: 0 }, undefined)).toBe(9999)
    expect(limitOf({ ...shirt, stock: 90 }, two)).toBe(2)
  })

  test('ITEM-08 another variation reduces the quantity to its limit, but not below 1', () => {
    const four = { ...firstSelection(shirt), quantity: 4 }
    expect(withinLimit(four, 2).quantity).toBe(2)
    expect(withinLimit(four, 0).quantity).toBe(1)
    expect(withinLimit(four, 5)).toBe(four)
  })

  test('ITEM-09 outside its window an item is unavailable, or can be scheduled', () => {
    const early = { ...plainItem, available_now: false }
    expect(buyingOf(early, undefined)).toBe('unavailable')
    expect(buyingOf({ ...early, schedule_order: true }, undefined)).toBe('scheduled')
  })

  test.each([
    ['runs', true, 'scheduled'],
    ['does not run', false, 'unavailable'],
  ])('ITEM-02 ITEM-09 outside its window an item whose campaign %s', (_, running, buying) => {
    const run = { running, begins_at: '2026-11-20T09:00:00Z', ends_at: '2026-11-20T12:00:00Z', time_zone: 'UTC' }
    const campaign = { ...run, id: 6, slug: 'week', title: 'Soda week', usual_price: 4 }
    expect(buyingOf({ ...plainItem, campaign, available_now: false, schedule_order: true }, undefined)).toBe(buying)
  })

  test('BRW-07 an item with a start date is a campaign item', () => {
    expect(buyingOf({ ...plainItem, available_date_starts: '2026-11-20' }, undefined)).toBe('campaign')
  })
})

describe('the line in the cart', () => {
  const double = payloadOf(burger, setAddOn(chosen('12'), 31, 1))
  const line = lineOf(burger, { ...double, quantity: 2 })

  test('ITEM-10 the line with the same item and variation is found, whatever its add-ons', () => {
    expect(lineInCart(burger, chosen('12'), [lineOf(plainItem), line])).toBe(line)
    expect(lineInCart(burger, chosen('11'), [line])).toBeUndefined()
    expect(lineInCart(plainItem, firstSelection(plainItem), [line])).toBeUndefined()
  })

  test('ITEM-10 of two lines, the one with the same add-ons is found', () => {
    const bare = lineOf(burger, { ...payloadOf(burger, chosen('12')), id: 99 })
    expect(lineInCart(burger, chosen('12'), [line, bare])).toBe(bare)
    expect(lineInCart(burger, setAddOn(chosen('12'), 31, 1), [bare, line])).toBe(line)
  })

  test('ITEM-10 a line opens with its selection, and is unchanged until something changes', () => {
    const selection = selectionOfLine(burger, line)
    expect(isUnchanged(burger, selection, line)).toBe(true)
    expect(isUnchanged(burger, { ...selection, quantity: 3 }, line)).toBe(false)
    expect(isUnchanged(burger, setAddOn(selection, 31, 2), line)).toBe(false)
    expect(isUnchanged(burger, { ...selection, note: 'no onions' }, line)).toBe(false)
    const noted = { ...line, id: 98, note: 'no onions' }
    expect(selectionOfLine(burger, noted).note).toBe('no onions')
    expect(lineInCart(burger, { ...selection, note: ' no onions' }, [line, noted])).toBe(noted)
    const sold = lineOf(shirt, payloadOf(shirt, chooseOption(firstSelection(shirt), 'size', 'Small')))
    expect(variationOf(shirt, selectionOfLine(shirt, sold))?.id).toBe('42')
  })

  test('ITEM-10 a line with a variation is found in the form that the server returns', () => {
    // internal/api/shopping/cart_test.go tests that the server returns this form.
    const variation = [{ id: '42', type: 'Small-Red', values: { label: ['Small-Red'] } }]
    const sold = lineOf(shirt, { variation, quantity: 2 })
    const small = chooseOption(firstSelection(shirt), 'size', 'Small')
    expect(lineInCart(shirt, small, [sold])).toBe(sold)
    expect(lineInCart(shirt, chooseOption(small, 'size', 'Large'), [sold])).toBeUndefined()
    expect(isUnchanged(shirt, selectionOfLine(shirt, sold), sold)).toBe(true)
    expect(isUnchanged(shirt, small, sold)).toBe(false)
  })

  test('ITEM-10 a line of an older client with only labels is understood', () => {
    const [choice] = double.variation
    const older = lineOf(burger, { variation: [{ name: choice?.name, values: { label: choice?.values?.label } }] })
    expect(labels(selectionOfLine(burger, older))).toEqual(['Double'])
  })

  test('ITEM-10 a value or add-on that is gone is not chosen, and leaving it out is a change', () => {
    const full = setAddOn(chosen('11', '21', '22'), 31, 1)
    const line = lineOf(burger, payloadOf(burger, full))
    const fewer: ItemView = {
      ...burger,
      food_variations: [size, { ...extras, values: extras.values.filter(({ id }) => id !== '21') }],
    }
    const kept = selectionOfLine(fewer, line)
    expect(isFull(kept, extras)).toBe(false)
    expect(problemsOf(fewer, kept)).toMatchObject([{ code: 'bounds', left: 1 }])
    expect(isUnchanged(fewer, kept, line)).toBe(false)
    const bare = { ...burger, add_ons: [] }
    expect(selectionOfLine(bare, line).addOns).toEqual({})
    expect(isUnchanged(bare, selectionOfLine(bare, line), line)).toBe(false)
    expect(isUnchanged(burger, selectionOfLine(burger, line), line)).toBe(true)
  })
})
