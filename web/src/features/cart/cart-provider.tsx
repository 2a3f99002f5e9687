import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { lazyOverlay } from '@/components/loading/lazy'
import type { CartLineView } from '@/lib/api/types.gen'
import { CartActionsProvider, type CartActions, type NewLine } from '@/contracts/cart-actions'
import { defineMessages } from '@/lib/text/messages'
import { toast, toastFailure } from '@/lib/page/toast'
import { currentOrigin, type Origin } from '@/lib/requests/use-queued-mutation'
import {
  changeOf,
  copyOf,
  isOtherStore,
  useAddLine,
  useCart,
  useChangeLine,
  useLinesOf,
  useRemoveLine,
} from './cart-queries'
import { useSaveLastCart } from './use-save-last-cart'

const OtherStoreDialog = lazyOverlay(() => import('./other-store-dialog'))

const text = defineMessages({
  added: { id: 'cart.added', defaultMessage: 'Item added to cart' },
  updated: { id: 'cart.updated', defaultMessage: 'Item updated successfully' },
  removed: { id: 'cart.removed', defaultMessage: 'Cart item remove successfully' },
  undo: { id: 'cart.undo', defaultMessage: 'Undo' },
  cleared: {
    id: 'cart.cleared',
    defaultMessage: 'Your cart has been cleared successfully. And selected item added to the cart.',
  },
})

/**
 * Provides the cart's actions to all components below. It shows the toasts, the errors
 * and the question about another store's cart.
 */
export function CartProvider({ children }: { children: ReactNode }) {
  const intl = useIntl()
  const { formatMessage: t } = intl
  const { data } = useCart()
  const { send, question } = useAdd()
  const change = useChangeLine()
  const remove = useRemoveLine()
  useSaveLastCart(data)

  // mutateAsync, because the callbacks of mutate run only for the last of several quick calls.
  const removeLine = (line: CartLineView) => {
    const origin = currentOrigin()
    const undo = () => send({ line: copyOf(line), origin })
    void remove
      .mutateAsync(line.id, origin)
      .then(() => toast(t(text.removed), { label: t(text.undo), run: undo }))
      .catch(() => {}) // the error was already shown
  }

  const cartActions = useStableActions({
    add: (line, onDone) => send({ line, onDone, origin: currentOrigin() }),
    change: (cartId, line, onDone) =>
      void change
        .mutateAsync({ ...line, cart_id: cartId })
        .then(() => {
          toast(t(text.updated))
          onDone?.()
        })
        .catch(() => {}), // the error was already shown
    setQuantity: (line, quantity) => {
      if (quantity < 1) removeLine(line)
      else change.mutate(changeOf(line, quantity))
    },
  })
  return (
    <CartActionsProvider value={cartActions}>
      {children}
      {question}
    </CartActionsProvider>
  )
}

type Calls = Omit<CartActions, 'useLinesOf'>

/** Returns actions that are always the same object, and call the functions of the last render. */
function useStableActions(calls: Calls): CartActions {
  const latest = useRef(calls)
  useEffect(() => {
    latest.current = calls
  })
  const [cartActions] = useState<CartActions>(() => ({
    useLinesOf,
    add: (...args) => latest.current.add(...args),
    change: (...args) => latest.current.change(...args),
    setQuantity: (...args) => latest.current.setQuantity(...args),
  }))
  return cartActions
}

/** origin: where the line was added first; the answer to a question is sent there too. */
type Addition = { line: NewLine; onDone?: () => void; origin: Origin }

/** Adds lines, and asks before it removes another store's cart (CART-05). */
function useAdd() {
  const intl = useIntl()
  const adding = useAddLine()
  const guard = useDoubleClickGuard()
  const [toConfirm, setToConfirm] = useState<Addition>()
  const [isAsking, setAsking] = useState(false)

  const send = (addition: Addition, clearOther = false) => {
    const { line, onDone, origin } = addition
    const key = JSON.stringify([line, clearOther])
    if (!guard.begin(key)) return
    adding
      .mutateAsync({ line, clearOther }, origin)
      .then(() => {
        setAsking(false)
        toast(intl.formatMessage(clearOther ? text.cleared : text.added))
        onDone?.()
      })
      .catch((error: unknown) => {
        const ask = isOtherStore(error) && !clearOther
        setAsking(ask)
        if (ask) setToConfirm(addition)
        else toastFailure(error, intl)
      })
      .finally(() => guard.end(key))
  }

  return {
    send,
    question: toConfirm && (
      <OtherStoreDialog
        opened={isAsking}
        busy={adding.isPending}
        onConfirm={() => send(toConfirm, true)}
        onClose={() => setAsking(false)}
      />
    ),
  }
}

const doubleClick = 400 // ms

/** Prevents a second request for the same change while the first is pending, or by a double click (L4). */
function useDoubleClickGuard() {
  const requests = useRef(new Map<string, { at: number; pending: boolean }>())
  return {
    /** Returns false if the same request was already started. */
    begin: (key: string) => {
      const now = performance.now()
      const last = requests.current.get(key)
      if (last && (last.pending || now - last.at < doubleClick)) return false
      requests.current.set(key, { at: now, pending: true })
      return true
    },
    end: (key: string) => {
      const last = requests.current.get(key)
      if (last) last.pending = false
    },
  }
}
