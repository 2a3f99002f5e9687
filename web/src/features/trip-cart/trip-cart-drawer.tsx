import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Drawer } from '@/components/overlay/drawer'
import { PriceRows } from '@/components/price/price-rows'
import type { MapDialog } from '@/contracts/map-dialog'
import { useTripCart } from '@/contracts/trip-cart'
import { defineMessages } from '@/lib/text/messages'
import { TripContents } from './trip-contents'
import c from './trip-cart-drawer.module.css'

const text = defineMessages({
  title: { id: 'trip_cart.title', defaultMessage: 'Trip cart' },
  proceed: { id: 'trip_cart.proceed', defaultMessage: 'Proceed' },
})

type Props = {
  opened: boolean
  onClose: () => void
  /** Opens the page of the trip cart. */
  onProceed: () => void
  /** Opens the page where vehicles can be found. */
  onBrowse: () => void
  mapDialog: MapDialog
}

/** The drawer with the trip cart (RNT-13). */
export default function TripCartDrawer({ opened, onClose, onProceed, onBrowse, mapDialog }: Props) {
  const { cart } = useTripCart()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<FormattedMessage {...text.title} />}
      width={460}
      footer={
        cart &&
        cart.carts.length > 0 && (
          <div className={c.footer}>
            <PriceRows rows={cart.rows} />
            <Button fullWidth h={52} onClick={onProceed}>
              <FormattedMessage {...text.proceed} />
            </Button>
          </div>
        )
      }
    >
      <TripContents mapDialog={mapDialog} onBrowse={onBrowse} onFollow={onClose} />
    </Drawer>
  )
}
