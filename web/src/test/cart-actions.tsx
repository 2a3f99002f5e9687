import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { CartLineView } from '@/lib/api/types.gen'
import { CartActionsProvider, type CartActions } from '@/contracts/cart-actions'

/** A cart that remembers what it was asked for and is done with it at once. */
export function testCartActions(lines: readonly CartLineView[] = []) {
  const cartActions = {
    useLinesOf: (itemId: number) => lines.filter(({ item }) => item.id === itemId),
    add: vi.fn<CartActions['add']>((_line, onDone) => onDone?.()),
    change: vi.fn<CartActions['change']>((_id, _line, onDone) => onDone?.()),
    setQuantity: vi.fn<CartActions['setQuantity']>(),
  }
  const within = (ui: ReactNode) => <CartActionsProvider value={cartActions}>{ui}</CartActionsProvider>
  return { cartActions, within }
}
