import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { Dialog } from '@/components/overlay/dialog'
import { OptionRow } from '@/components/form/option-row'
import { getCartQueryKey } from '@/lib/api/@tanstack/react-query.gen'
import { mergeCart } from '@/lib/api/sdk.gen'
import type { CartConflictView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { isNotFound } from '@/lib/requests/problems'
import { currentScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { tripCartOptions } from '@/contracts/trip-cart'
import { removeCartConflict, useCartConflict, type CartConflict } from './cart-conflict'
import { useSend } from './use-send'
import c from './cart-conflict.module.css'

const text = defineMessages({
  title: { id: 'cart_conflict.title', defaultMessage: 'Which cart do you want to keep?' },
  reason: {
    id: 'cart_conflict.reason',
    defaultMessage:
      'You have just filled a cart, and your account already had a cart from another store. A cart holds one store’s items.',
  },
  guest: { id: 'cart_conflict.guest', defaultMessage: 'The one you have just filled' },
  account: { id: 'cart_conflict.account', defaultMessage: 'The one in your account' },
  contents: {
    id: 'cart_conflict.contents',
    defaultMessage: '{units, plural, one {# item} other {# items}} from {store}',
  },
  tripReason: {
    id: 'cart_conflict.trip_reason',
    defaultMessage:
      'You have just filled a trip cart, and your account had one of another provider or trip. A trip cart holds one provider’s vehicles.',
  },
  vehicles: {
    id: 'cart_conflict.vehicles',
    defaultMessage: '{units, plural, one {# vehicle} other {# vehicles}} from {store}',
  },
  keep: { id: 'cart_conflict.keep', defaultMessage: 'Keep this cart' },
})

type Keep = 'guest' | 'account'

/**
 * Asks which cart to keep if guest and account have carts of two stores at a sign-in
 * (C1). It cannot be dismissed, because one of the carts would be lost without notice.
 */
export default function CartConflictDialog() {
  const conflict = useCartConflict()
  return conflict && <Question conflict={conflict} />
}

function Question({ conflict }: { conflict: CartConflict }) {
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  const [keep, setKeep] = useState<Keep>('guest')
  const { isBusy, send } = useSend()
  const shop = useShop()
  // Trip carts are merged by the same call (C1).
  const isTrip = ({ module_id }: CartConflictView) =>
    shop.module.some(({ id, module_type }) => id === module_id && module_type === 'rental')

  const merge = () =>
    send(async () => {
      const { headers } = currentScope()
      try {
        await mergeCart({ headers, body: { guest_id: conflict.guestId, keep }, throwOnError: true })
      } catch (error) {
        // The carts have already been merged, for example in another tab.
        if (!isNotFound(error)) throw error
      }
      removeCartConflict()
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: getCartQueryKey({ headers }) }),
        queryClient.invalidateQueries({ queryKey: tripCartOptions(currentScope()).queryKey }),
      ])
    })
  const row = (whose: Keep, of: (cart: CartConflictView) => { units: number; store: string }) => (
    <OptionRow
      type="radio"
      name="cart"
      label={t(text[whose])}
      detail={conflict.carts.map((cart) => (
        <span key={cart.module_id} className={c.contents}>
          <FormattedMessage {...(isTrip(cart) ? text.vehicles : text.contents)} values={of(cart)} />
        </span>
      ))}
      checked={keep === whose}
      onChange={() => setKeep(whose)}
    />
  )
  return (
    <Dialog
      opened
      addressed
      onClose={() => {}}
      bare
      title={t(text.title)}
      width={460}
      small
      footer={
        <BusyButton fullWidth busy={isBusy} onClick={() => void merge()}>
          <FormattedMessage {...text.keep} />
        </BusyButton>
      }
    >
      <div className={c.question}>
        <p className={c.title} aria-hidden>
          <FormattedMessage {...text.title} />
        </p>
        <p className={c.reason}>
          <FormattedMessage {...(conflict.carts.every(isTrip) ? text.tripReason : text.reason)} />
        </p>
        <div role="radiogroup" aria-label={t(text.title)} className={c.carts}>
          {row('guest', ({ guest_units: units, guest_store: store }) => ({ units, store }))}
          {row('account', ({ account_units: units, account_store: store }) => ({ units, store }))}
        </div>
      </div>
    </Dialog>
  )
}
