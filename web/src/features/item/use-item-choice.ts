import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { CartLineView, ItemView } from '@/lib/api/types.gen'
import { useCartActions, type NewLine } from '@/contracts/cart-actions'
import { pricedAt } from '@/contracts/usual-price'
import { useShop } from '@/lib/scope/shop'
import {
  buyingOf,
  choicesLeft,
  firstSelection,
  isUnchanged,
  limitOf,
  lineInCart,
  payloadOf,
  subjectOf,
  problemsOf,
  selectionOfLine,
  variationOf,
  withinLimit,
  type Selection,
} from './selection'
import { runningTotal } from './total'

/** Returns the state of an open item: selection, prices, problems. Use the item's id as key. */
export function useItemChoice(item: ItemView) {
  const inCart = useCartActions().useLinesOf(item.id)
  // A campaign item is ordered alone: lines in the cart do not matter.
  const lines = item.campaign ? [] : inCart
  const { digit_after_decimal_point: digits } = useShop()
  const opened = useOpenedLine(lines)
  const [begun, setBegun] = useState(opened?.id)
  /** undefined while nothing was chosen here: the cart may load after the item, and change meanwhile. */
  const [chosen, setChosen] = useState<Selection>()
  // Another line may be opened over this one.
  if (opened && opened.id !== begun) {
    setBegun(opened.id)
    setChosen(undefined)
  }
  const kept = opened ?? lines.at(-1)
  const selection = chosen ?? (kept ? selectionOfLine(item, kept) : firstSelection(item))
  /** The problem that the button has last scrolled to. */
  const [shown, setShown] = useState<string>()

  const variation = variationOf(item, selection)
  const problems = problemsOf(item, selection)
  const limit = limitOf(item, variation)
  const payload = payloadOf(item, selection)
  const priced = pricedAt(item, selection.quantity)
  const major = (quantity: number, chosen: Partial<typeof payload> = payload) =>
    runningTotal(priced, chosen, quantity, digits) / 10 ** digits
  const line = opened ?? lineInCart(item, selection, lines)

  return {
    item,
    selection,
    select: (next: Selection) => setChosen(withinLimit(next, limitOf(item, variationOf(item, next)))),
    variation,
    /** Only the problem that the button has scrolled to; it shows one at a time. */
    problems: problems.filter((problem) => subjectOf(problem) === shown),
    /** How many values must still be chosen. */
    left: choicesLeft(problems),
    limit,
    buying: buyingOf(item, variation),
    /** The total of the selection, in major units. */
    total: major(selection.quantity),
    /** The same without discounts, in major units. */
    subtotal:
      runningTotal({ ...item, discount: 0, store_discount: 0 }, payload, selection.quantity, digits) / 10 ** digits,
    /** The price of one unit without add-ons, now and before discounts, in major units. */
    price: {
      now: variation ? major(1, { variation: payload.variation.slice(0, 1) }) : priced.sale_price,
      was: item.campaign?.usual_price ?? variation?.price ?? item.price,
    },
    /** The cart line that the button would change, and whether nothing has changed. */
    line,
    isUnchanged: line !== undefined && isUnchanged(item, selection, line),
    /** Returns the line to buy. If the selection is incomplete, shows the first problem and returns undefined. */
    lineToBuy: (): NewLine | undefined => {
      const [first] = problems
      setShown(first && subjectOf(first))
      if (first) return undefined
      return {
        item_id: item.id,
        model: item.available_date_starts ? 'ItemCampaign' : 'Item',
        quantity: selection.quantity,
        note: selection.note.trim(),
        price: major(1),
        ...payload,
      }
    },
  }
}

/** Returns the cart line from which the item was opened; its id is in the URL. */
function useOpenedLine(lines: readonly CartLineView[]) {
  const id = useLocation({ select: ({ search }) => search.line })
  return lines.find((line) => String(line.id) === id)
}

export type ItemChoice = ReturnType<typeof useItemChoice>
