import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { GuestPrompt, type AuthMode } from '@/components/account/guest-prompt'
import { PriceRows } from '@/components/price/price-rows'
import type { MapDialog } from '@/contracts/map-dialog'
import { useTripCart } from '@/contracts/trip-cart'
import { usePageTitle } from '@/lib/page/page-title'
import { nextStep } from '@/lib/scope/next-step'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { TripContents } from './trip-contents'
import c from './trip-cart-page.module.css'

const text = defineMessages({
  title: { id: 'trip_cart.page_title', defaultMessage: 'Your trip cart' },
  checkout: { id: 'trip_cart.checkout', defaultMessage: 'Go to checkout' },
  price: { id: 'trip_cart.price', defaultMessage: 'What it costs' },
  guest: {
    id: 'trip_cart.guest',
    defaultMessage:
      'Logging in saves the history of your trips. As a guest you cannot see this trip in a history after booking it.',
  },
})

type Props = {
  mapDialog: MapDialog
  onBrowse: () => void
  onCheckout: () => void
  /** Opens the sign-in, which goes on to the checkout. */
  onAuth: (mode: AuthMode) => void
}

/** The page of the trip cart, with every row of its price (RNT-11). Guests are asked whether to sign in (CART-06). */
export function TripCartPage({ mapDialog, onBrowse, onCheckout, onAuth }: Props) {
  const shop = useShop()
  const { signedIn } = useScope()
  const [isAsking, setAsking] = useState(false)
  usePageTitle(useIntl().formatMessage(text.title))
  const { cart } = useTripCart()
  const hasLines = cart !== undefined && cart.carts.length > 0
  const next = () => {
    const step = nextStep(shop, { isEmpty: !hasLines, signedIn })
    if (step === 'ask') setAsking(true)
    else if (step === 'auth') onAuth('sign-in')
    else onCheckout()
  }
  return (
    <>
      {hasLines && (
        <h1>
          <FormattedMessage {...text.title} />
        </h1>
      )}
      <div className={c.columns}>
        <TripContents mapDialog={mapDialog} onBrowse={onBrowse} isPage />
        {hasLines && (
          <section className={c.price} aria-labelledby="trip-price">
            <h2 id="trip-price">
              <FormattedMessage {...text.price} />
            </h2>
            <PriceRows rows={cart.rows} />
            <Button fullWidth h={52} onClick={next}>
              <FormattedMessage {...text.checkout} />
            </Button>
          </section>
        )}
      </div>
      <GuestPrompt
        opened={isAsking}
        reason={text.guest}
        onClose={() => setAsking(false)}
        onGuest={onCheckout}
        onAuth={(mode) => {
          setAsking(false)
          onAuth(mode)
        }}
      />
    </>
  )
}
