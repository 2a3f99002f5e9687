import { createContext, use, type ReactNode } from 'react'
import type { ItemView, ProviderView, StoreView, VehicleView } from '@/lib/api/types.gen'

/** A thing that can be in the wishlist (WISH-01). */
export type Wish =
  | { kind: 'item'; thing: ItemView }
  | { kind: 'store'; thing: StoreView }
  | { kind: 'vehicle'; thing: VehicleView }
  | { kind: 'provider'; thing: ProviderView }

export type HeartProps = {
  wish: Wish
  /** For a page or a dialog instead of a card. */
  large?: boolean
}

const HeartContext = createContext<((props: HeartProps) => ReactNode) | undefined>(undefined)

/** Provides the function that renders a heart; undefined: there are no hearts (D24). */
export const HeartProvider = HeartContext.Provider

/** Returns the function that renders a heart, so that components do not import the wishlist's feature. */
export const useHeart = () => use(HeartContext)
