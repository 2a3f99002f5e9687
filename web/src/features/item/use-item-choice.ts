import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { CartLineView, ItemView } from '@/lib/api/types.gen'
import { useCartActions, type NewLine } from '@/contracts/cart-actions'
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

/** Everything the open item's page needs to know while somebody chooses. Key it by the item. */
export function useItemChoice(item: ItemView) {
  const lines = useCartActions().useLinesOf(item.id)
  const { digit_after_decimal_point: digits } = useShop()
  const opened = useOpenedLine(lines)
  const [begun, setBegun] = useState(opened?.id)
  const [selection, setSelection] = useState(() => {
    const line = opened ?? lines.at(-1)
    return line ? selectionOfLine(item, line) : firstSelection(item)
  })
  // The cart may come later than the item, and another line be opened over this one.
  if (opened && opened.id !== begun) {
    setBegun(opened.id)
    setSelection(selectionOfLine(item, opened))
  }
  /** The problem that the button led to last. */
  const [shown, setShown] = useState<string>()

  const variation = variationOf(item, selection)
  const problems = problemsOf(item, selection)
  const limit = limitOf(item, variation)
  const payload = payloadOf(item, selection)
  const major = (quantity: number, chosen: Partial<typeof payload> = payload) =>
    runningTotal(item, chosen, quantity, digits) / 10 ** digits
  const line = opened ?? lineInCart(item, selection, lines)

  return {
    item,
    selection,
    select: (next: Selection) => setSelection(withinLimit(next, limitOf(item, variationOf(item, next)))),
    variation,
    /** Said once the button led to it; the button leads to one after the other. */
    problems: problems.filter((problem) => subjectOf(problem) === shown),
    /** How many values must still be chosen. */
    left: choicesLeft(problems),
    limit,
    buying: buyingOf(item, variation),
    /** Major units: of what is chosen, as many as are chosen. */
    total: major(selection.quantity),
    /** Major units: the same without discounts. */
    subtotal:
      runningTotal({ ...item, discount: 0, store_discount: 0 }, payload, selection.quantity, digits) / 10 ** digits,
    /** Major units: of one of the variation and nothing else, with what it cost before discounts. */
    price: {
      now: variation ? major(1, { variation: payload.variation.slice(0, 1) }) : item.sale_price,
      was: variation?.price ?? item.price,
    },
    /** The cart's line that the button would change, and whether there is anything to change. */
    line,
    isUnchanged: line !== undefined && isUnchanged(item, selection, line),
    /** The line to buy; undefined, and the first problem is shown, while it is not one that may be sold. */
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

/** The cart's line that was tapped to open the item, as the address names it. */
function useOpenedLine(lines: readonly CartLineView[]) {
  const id = useLocation({ select: ({ search }) => search.line })
  return lines.find((line) => String(line.id) === id)
}

export type ItemChoice = ReturnType<typeof useItemChoice>
