import { Button } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { Money } from '@/components/price/money'
import { Stepper } from '@/components/form/stepper'
import { adoptFirstModule } from '@/lib/scope/adopt-module'
import { addToCartKey, useCartActions, type NewLine } from '@/contracts/cart-actions'
import { defineMessages } from '@/lib/text/messages'
import { toast, toastProblem } from '@/lib/page/toast'
import type { ItemChoice } from './use-item-choice'
import c from './item-buy.module.css'

const text = defineMessages({
  left: { id: 'item.choices_left', defaultMessage: '{count, plural, one {# choice left} other {# choices left}}' },
  add: { id: 'item.add', defaultMessage: 'Add to cart' },
  update: { id: 'item.update', defaultMessage: 'Update To Cart' },
  buyNow: { id: 'item.buy_now', defaultMessage: 'Buy Now' },
  orderNow: { id: 'item.order_now', defaultMessage: 'Order Now' },
  outOfStock: { id: 'item.out_of_stock', defaultMessage: 'Out of Stock' },
  variationOut: { id: 'item.variation_out_of_stock', defaultMessage: 'This variation is out of stock' },
  chooseAnother: {
    id: 'item.variation_out_of_stock_action',
    defaultMessage: 'This variation is out of stock. Choose another variation to proceed further.',
  },
  unavailable: { id: 'item.not_available', defaultMessage: 'Not Available now' },
  limits: { id: 'item.out_of_limits', defaultMessage: 'Out of Limits' },
  unchanged: { id: 'item.no_changes', defaultMessage: 'No changes found to update.' },
})

/** Opens the checkout of a single line; page selects which one. */
export type OnBuyNow = (line: NewLine, page: 'buy_now' | 'campaign') => void

type Props = {
  choice: ItemChoice
  /** Called when the line is in the cart. */
  onDone?: () => void
  onBuyNow: OnBuyNow
}

/** Focuses the first group with a problem and scrolls to it, at every tap. */
function showFirstProblem() {
  requestAnimationFrame(() => {
    const group = document.querySelector('fieldset[aria-invalid="true"]')
    group?.querySelector<HTMLElement>('input:enabled')?.focus({ preventScroll: true })
    group?.scrollIntoView({ block: 'nearest' })
  })
}

/** The quantity and the main button of an item, with the total (ITEM-08, ITEM-10). */
export function ItemBuy({ choice, onDone, onBuyNow }: Props) {
  const { formatMessage: t } = useIntl()
  const cartActions = useCartActions()
  const isBusy = useIsMutating({ mutationKey: addToCartKey }) > 0
  const { item, selection, select, buying, limit, line, total } = choice
  const isOfCampaign = item.campaign !== undefined || buying === 'campaign'
  const isStopped = buying === 'out_of_stock' || buying === 'variation_out_of_stock' || buying === 'unavailable'

  const put = () => {
    if (buying === 'variation_out_of_stock') return toastProblem(t(text.chooseAnother))
    if (isStopped) return
    const wanted = choice.lineToBuy()
    if (!wanted) return showFirstProblem()
    adoptFirstModule(item)
    if (!line) cartActions.add(wanted, onDone)
    else if (choice.isUnchanged) toast(t(text.unchanged))
    else cartActions.change(line.id, wanted, onDone)
  }
  const order = () => {
    if (buying === 'variation_out_of_stock') return toastProblem(t(text.chooseAnother))
    if (isStopped) return
    const wanted = choice.lineToBuy()
    if (wanted) onBuyNow(wanted, 'campaign')
    else showFirstProblem()
  }

  return (
    <div className={c.buy} data-stands>
      <Stepper
        label={item.name}
        value={selection.quantity}
        // The minus button is disabled if the total is 0 (ITEM-08).
        min={total === 0 ? selection.quantity : 1}
        max={limit}
        onLimit={() => toastProblem(t(text.limits))}
        onChange={(quantity) => select({ ...selection, quantity })}
        disabled={isStopped}
      />
      <BusyButton
        className={c.add}
        h={52}
        classNames={{ label: c.label, inner: c.inner }}
        // It looks disabled, but a tap on it shows the reason.
        data-disabled={isStopped || undefined}
        aria-disabled={isStopped || undefined}
        busy={isBusy}
        onClick={isOfCampaign ? order : put}
      >
        <span aria-live="polite">
          <Words choice={choice} />
        </span>
        {!isStopped && (
          <span className={c.total} aria-live="polite">
            <Money value={total} />
          </span>
        )}
      </BusyButton>
    </div>
  )
}

/**
 * Opens the checkout of only this item and leaves the cart unchanged. Shown only if the item is
 * available now (ITEM-02).
 */
export function BuyNow({ choice, onBuyNow }: Pick<Props, 'choice' | 'onBuyNow'>) {
  if (choice.buying !== 'open') return null
  const buy = () => {
    const wanted = choice.lineToBuy()
    if (wanted) onBuyNow(wanted, 'buy_now')
    else showFirstProblem()
  }
  return (
    <Button variant="default" h={52} onClick={buy}>
      <FormattedMessage {...text.buyNow} />
    </Button>
  )
}

function Words({ choice: { item, buying, line, left } }: { choice: ItemChoice }) {
  const isOnSale = buying === 'open' || buying === 'scheduled' || buying === 'campaign'
  if (isOnSale && left > 0) return <FormattedMessage {...text.left} values={{ count: left }} />
  switch (buying) {
    case 'out_of_stock':
      return <FormattedMessage {...text.outOfStock} />
    case 'variation_out_of_stock':
      return <FormattedMessage {...text.variationOut} />
    case 'unavailable':
      return <FormattedMessage {...text.unavailable} />
    case 'campaign':
      return <FormattedMessage {...text.orderNow} />
    case 'open':
    case 'scheduled':
      if (item.campaign) return <FormattedMessage {...text.orderNow} />
      return <FormattedMessage {...(line ? text.update : text.add)} />
  }
}
