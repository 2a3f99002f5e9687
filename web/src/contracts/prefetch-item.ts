import { createContext, use } from 'react'
import type { ItemView } from '@/lib/api/types.gen'

type PrefetchItem = (item: ItemView) => void

const PrefetchItemContext = createContext<PrefetchItem>(() => {})

/** Provides the function that prefetches an item. */
export const PrefetchItemProvider = PrefetchItemContext.Provider

/** Returns a function that prefetches an item's code, data and first picture. Call it on hover or touch. */
export const usePrefetchItem = () => use(PrefetchItemContext)
