import { createContext, use } from 'react'
import type { ItemView } from '@/lib/api/types.gen'

type PrefetchItem = (item: ItemView) => void

const PrefetchItemContext = createContext<PrefetchItem>(() => {})

/** Says how an item that is about to be opened is fetched ahead. */
export const PrefetchItemProvider = PrefetchItemContext.Provider

/** Fetches an item's code, answer and first picture ahead, when a mouse or a finger comes near. */
export const usePrefetchItem = () => use(PrefetchItemContext)
