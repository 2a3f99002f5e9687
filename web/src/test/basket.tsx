import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { CartLineView } from '@/lib/api/types.gen'
import { BasketProvider, type Basket } from '@/lib/basket'

/** A cart that remembers what it was asked for and is done with it at once. */
export function testBasket(lines: readonly CartLineView[] = []) {
  const basket = {
    useLinesOf: (itemId: number) => lines.filter(({ item }) => item.id === itemId),
    add: vi.fn<Basket['add']>((_line, onDone) => onDone?.()),
    change: vi.fn<Basket['change']>((_id, _line, onDone) => onDone?.()),
    setQuantity: vi.fn<Basket['setQuantity']>(),
  }
  const within = (ui: ReactNode) => <BasketProvider value={basket}>{ui}</BasketProvider>
  return { basket, within }
}
