import { createContext, use, type ReactNode } from 'react'
import type { ItemView, StoreView } from '@/lib/api/types.gen'

/** A thing that may be kept in the wishlist (WISH-01). */
export type Wish = { kind: 'item'; thing: ItemView } | { kind: 'store'; thing: StoreView }

export type HeartProps = {
  wish: Wish
  /** On a page or a dialog of its own, not on a card. */
  large?: boolean
}

const HeartContext = createContext<((props: HeartProps) => ReactNode) | undefined>(undefined)

/** Says how a heart is drawn and what it does; undefined: there are none (D24). */
export const HeartProvider = HeartContext.Provider

/** The heart of the wishlist's feature, for cards and pages, which know no feature. */
export const useHeart = () => use(HeartContext)
