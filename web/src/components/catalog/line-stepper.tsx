import { useIntl } from 'react-intl'
import { useCartActions } from '@/contracts/cart-actions'
import { limitOf } from '@/contracts/line-limit'
import type { CartLineView } from '@/lib/api/types.gen'
import { toastProblem } from '@/lib/page/toast'
import { defineMessages } from '@/lib/text/messages'
import { Stepper } from '@/components/form/stepper'

const text = defineMessages({
  limit: { id: 'cart.limit', defaultMessage: 'Out of Limits' },
})

/**
 * The quantity of a line in the cart, up to what stock and limits allow (ITEM-08). What is no longer
 * sold can only be removed: the line says why.
 */
export function LineStepper({ line }: { line: CartLineView }) {
  const { formatMessage: t } = useIntl()
  const { setQuantity } = useCartActions()
  const isGone = line.problems.some(({ code }) => code === 'item_gone')
  return (
    <Stepper
      label={line.item.name}
      value={line.quantity}
      onChange={(quantity) => setQuantity(line, quantity)}
      max={isGone ? 0 : limitOf(line)}
      onLimit={isGone ? undefined : () => toastProblem(t(text.limit))}
      removable
    />
  )
}
