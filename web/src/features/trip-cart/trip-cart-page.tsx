import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { PriceRows } from '@/components/price-rows'
import type { MapDialog } from '@/contracts/map-dialog'
import { useTripCart } from '@/contracts/trip-cart'
import { usePageTitle } from '@/lib/page/page-title'
import { defineMessages } from '@/lib/text/messages'
import { TripContents } from './trip-contents'
import c from './trip-cart-page.module.css'

const text = defineMessages({
  title: { id: 'trip_cart.page_title', defaultMessage: 'Your trip cart' },
  checkout: { id: 'trip_cart.checkout', defaultMessage: 'Go to checkout' },
  price: { id: 'trip_cart.price', defaultMessage: 'What it costs' },
})

type Props = { mapDialog: MapDialog; onBrowse: () => void; onCheckout: () => void }

/** The page of the trip cart, with every row of its price (RNT-11). */
export function TripCartPage({ mapDialog, onBrowse, onCheckout }: Props) {
  usePageTitle(useIntl().formatMessage(text.title))
  const { cart } = useTripCart()
  const hasLines = cart !== undefined && cart.carts.length > 0
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
            <Button fullWidth h={52} onClick={onCheckout}>
              <FormattedMessage {...text.checkout} />
            </Button>
          </section>
        )}
      </div>
    </>
  )
}
