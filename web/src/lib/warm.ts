import { createContext, use } from 'react'
import type { ItemView } from './api/types.gen'

type Warm = (item: ItemView) => void

const WarmContext = createContext<Warm>(() => {})

/** Says how an item that is about to be opened is fetched ahead. */
export const WarmProvider = WarmContext.Provider

/** Fetches an item's code, answer and first picture ahead, when a mouse or a finger comes near. */
export const useWarmItem = () => use(WarmContext)
