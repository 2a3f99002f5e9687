import { useState } from 'react'
import { defineMessages, useIntl } from 'react-intl'
import { toast, toastFailure } from '@/lib/toast'
import { isOtherStore, useAddLine, type NewLine } from './cart-queries'

const text = defineMessages({
  added: { id: 'cart.added', defaultMessage: 'Item added to cart' },
  cleared: {
    id: 'cart.cleared',
    defaultMessage: 'Your cart has been cleared successfully. And selected item added to the cart.',
  },
})

/**
 * Adds to the cart with everything that goes with it: the toast, the question
 * about another store's cart, the server's complaint. asking belongs to an
 * OtherStoreDialog.
 */
export function useAddToCart() {
  const intl = useIntl()
  const add = useAddLine()
  const [waiting, setWaiting] = useState<{ line: NewLine; onAdded?: () => void }>()

  const send = (line: NewLine, clearOther: boolean, onAdded?: () => void) =>
    add.mutate(
      { line, clearOther },
      {
        onSuccess: () => {
          setWaiting(undefined)
          toast(intl.formatMessage(clearOther ? text.cleared : text.added))
          onAdded?.()
        },
        onError: (error) => {
          if (isOtherStore(error) && !clearOther) return setWaiting({ line, onAdded })
          setWaiting(undefined)
          toastFailure(error, intl)
        },
      },
    )

  return {
    add: (line: NewLine, onAdded?: () => void) => send(line, false, onAdded),
    isAdding: add.isPending,
    asking: {
      opened: waiting !== undefined,
      busy: add.isPending,
      onConfirm: () => waiting && send(waiting.line, true, waiting.onAdded),
      onClose: () => setWaiting(undefined),
    },
  }
}
