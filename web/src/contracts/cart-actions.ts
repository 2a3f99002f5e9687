import { createContext, use } from 'react'
import type { CartLineView, CartPayload, ItemView } from '@/lib/api/types.gen'

/** What is put into the cart, whole (CART-09); who puts it there is the cart's to say. */
export type NewLine = Required<Omit<CartPayload, 'guest_id'>>

/** The key of the calls that add a line: whether one is under way is for useIsMutating. */
export const addToCartKey = ['cart', 'add']

/** One of an item that needs no choosing. */
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
 * The cart, as far as items need it. The cart's feature does the work, its
 * toasts and its questions included; a route joins the two.
 */
export type CartActions = {
  /** The lines of an item, empty until they are known. Only a change of these lines draws its caller again. */
  useLinesOf: (itemId: number) => readonly CartLineView[]
  /** Adds a line; onDone is called when it is in the cart. */
  add: (line: NewLine, onDone?: () => void) => void
  /** Changes a line into another; onDone is called afterwards. */
  change: (cartId: number, line: NewLine, onDone?: () => void) => void
  /** Sets how many of a line there are; 0 takes it away. */
  setQuantity: (line: CartLineView, quantity: number) => void
}

const CartActionsContext = createContext<CartActions | undefined>(undefined)

/** Gives the cart to every item below. Its value stays the same object, so that no refetch of the cart draws them all. */
export const CartActionsProvider = CartActionsContext.Provider

export function useCartActions(): CartActions {
  const actions = use(CartActionsContext)
  if (!actions) throw new Error('useCartActions needs a CartActionsProvider above it')
  return actions
}

type Choosable = Pick<ItemView, 'variations' | 'food_variations' | 'available_now' | 'schedule_order'>

/**
 * Whether a card may add the item as it is. What has a variation or a required
 * choice is chosen in its dialog first (S7), and what cannot be had now says why there.
 */
export function canAddDirectly({ variations, food_variations, available_now, schedule_order }: Choosable) {
  if (!available_now && !schedule_order) return false
  return variations.length === 0 && food_variations.every(({ required }) => required !== 'on')
}
