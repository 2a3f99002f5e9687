import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { BasketProvider, type Basket } from '@/lib/basket'

/** A cart that remembers what it was asked for and is done with it at once. */
export function testBasket(lines: Basket['lines'] = []) {
  const basket = {
    lines,
    add: vi.fn<Basket['add']>((_line, onDone) => onDone?.()),
    change: vi.fn<Basket['change']>((_id, _line, onDone) => onDone?.()),
    setQuantity: vi.fn<Basket['setQuantity']>(),
    busy: false,
  }
  const within = (ui: ReactNode) => <BasketProvider value={basket}>{ui}</BasketProvider>
  return { basket, within }
}
