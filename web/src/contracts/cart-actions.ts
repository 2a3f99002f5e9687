import { createContext, use } from 'react'
import type { CartLineView, CartPayload, ItemView } from '@/lib/api/types.gen'

/**
 * A line to add to the cart, with all fields (CART-09). The cart adds the guest's id. The price is
 * that of one with its add-ons, absent if none was shown.
 */
export type NewLine = Required<Omit<CartPayload, 'guest_id' | 'price'>> & Pick<CartPayload, 'price'>

/** The mutation key of adding a line, for useIsMutating. */
export const addToCartKey = ['cart', 'add']

/** Returns a line with one unit of an item without options. */
export const lineWithoutChoices = ({ id, sale_price }: Pick<ItemView, 'id' | 'sale_price'>): NewLine => ({
  item_id: id,
  model: 'Item',
  quantity: 1,
  price: sale_price,
  variation: [],
  add_on_ids: [],
  add_on_qtys: [],
  note: '',
})

/**
 * The parts of the cart that other features use. The cart's feature implements them,
 * with toasts and questions, and a route provides them.
 */
export type CartActions = {
  /** Returns the lines of an item; empty until they are loaded. The caller renders again only if these lines change. */
  useLinesOf: (itemId: number) => readonly CartLineView[]
  /** Adds a line; onDone is called when it is in the cart. */
  add: (line: NewLine, onDone?: () => void) => void
  /** Replaces a line by another; onDone is called afterwards. */
  change: (cartId: number, line: NewLine, onDone?: () => void) => void
  /** Sets the quantity of a line; 0 removes it. */
  setQuantity: (line: CartLineView, quantity: number) => void
}

const CartActionsContext = createContext<CartActions | undefined>(undefined)

/** Its value is always the same object, so that a refetch of the cart does not render all items again. */
export const CartActionsProvider = CartActionsContext.Provider

export function useCartActions(): CartActions {
  const actions = use(CartActionsContext)
  if (!actions) throw new Error('useCartActions needs a CartActionsProvider above it')
  return actions
}

type AddableFields = Pick<ItemView, 'variations' | 'food_variations' | 'available_now' | 'schedule_order'>

/**
 * Whether a card can add the item without its dialog. The dialog is needed for a
 * variation or a required choice (S7), and shows why an item is not available now.
 */
export function canAddDirectly({ variations, food_variations, available_now, schedule_order }: AddableFields) {
  if (!available_now && !schedule_order) return false
  return variations.length === 0 && food_variations.every(({ required }) => required !== 'on')
}
