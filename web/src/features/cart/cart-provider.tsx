import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { lazyOverlay } from '@/components/lazy'
import type { CartLineView } from '@/lib/api/types.gen'
import { CartActionsProvider, type CartActions, type NewLine } from '@/contracts/cart-actions'
import { defineMessages } from '@/lib/text/messages'
import { toast, toastFailure } from '@/lib/page/toast'
import { changeOf, isOtherStore, useAddLine, useCart, useChangeLine, useLinesOf, useRemoveLine } from './cart-queries'
import { useStoreLastCart } from './use-last-cart'

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
 * Gives the cart to everything below, with all that goes with a change: the
 * toast, the question about another store's cart, the server's complaint.
 */
export function CartProvider({ children }: { children: ReactNode }) {
  const intl = useIntl()
  const { formatMessage: t } = intl
  const { data } = useCart()
  const { add, question } = useAdd()
  const change = useChangeLine()
  const remove = useRemoveLine()
  useStoreLastCart(data)

  // Each of two quick ones says so: callbacks of mutate belong to the last call alone.
  const removeLine = (line: CartLineView) =>
    void remove
      .mutateAsync(line.id)
      .then(() => toast(t(text.removed), { label: t(text.undo), run: () => add(copyOf(line)) }))
      .catch(() => {}) // the page has been told

  const cartActions = useStableActions({
    add,
    change: (cartId, line, onDone) =>
      void change
        .mutateAsync({ ...line, cart_id: cartId })
        .then(() => {
          toast(t(text.updated))
          onDone?.()
        })
        .catch(() => {}), // the page has been told
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

/** One set of actions for the whole visit, whose calls do what the last render says. */
function useStableActions(calls: Calls): CartActions {
  const latest = useRef(calls)
  useEffect(() => {
    latest.current = calls
  })
  const [cartActions] = useState<CartActions>(() => ({
    useLinesOf,
    add: (...of) => latest.current.add(...of),
    change: (...of) => latest.current.change(...of),
    setQuantity: (...of) => latest.current.setQuantity(...of),
  }))
  return cartActions
}

function copyOf(line: CartLineView): NewLine {
  const { cart_id: _id, ...rest } = changeOf(line, line.quantity)
  return rest
}

type Adding = { line: NewLine; onDone?: () => void }

/** Adding, with the question it may lead to (CART-05). */
function useAdd() {
  const intl = useIntl()
  const adding = useAddLine()
  const once = useDoubleClickGuard()
  const [asked, setAsked] = useState<Adding>()
  const [isAsking, setAsking] = useState(false)

  const send = ({ line, onDone }: Adding, clearOther: boolean) => {
    const what = JSON.stringify([line, clearOther])
    if (!once.begin(what)) return
    adding
      .mutateAsync({ line, clearOther })
      .then(() => {
        setAsking(false)
        toast(intl.formatMessage(clearOther ? text.cleared : text.added))
        onDone?.()
      })
      .catch((error: unknown) => {
        const ask = isOtherStore(error) && !clearOther
        setAsking(ask)
        if (ask) setAsked({ line, onDone })
        else toastFailure(error, intl)
      })
      .finally(() => once.end(what))
  }

  return {
    add: (line: NewLine, onDone?: () => void) => send({ line, onDone }, false),
    question: asked && (
      <OtherStoreDialog
        opened={isAsking}
        busy={adding.isPending}
        onConfirm={() => send(asked, true)}
        onClose={() => setAsking(false)}
      />
    ),
  }
}

const doubleClick = 400 // ms

/** Lets a thing be asked for once: not while it is on its way, nor by the second half of a double click (L4). */
function useDoubleClickGuard() {
  const asked = useRef(new Map<string, { at: number; pending: boolean }>())
  return {
    /** false: it has been asked for already. */
    begin: (what: string) => {
      const now = performance.now()
      const last = asked.current.get(what)
      if (last && (last.pending || now - last.at < doubleClick)) return false
      asked.current.set(what, { at: now, pending: true })
      return true
    },
    end: (what: string) => {
      const last = asked.current.get(what)
      if (last) last.pending = false
    },
  }
}
