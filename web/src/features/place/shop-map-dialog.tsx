import { FormattedMessage } from 'react-intl'
import { Dialog } from '@/components/overlay/dialog'
import { DirectionsLink } from '@/components/map/directions-link'
import { MapView } from '@/components/map/map-view'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import c from './shop-map-dialog.module.css'

const text = defineMessages({
  title: { id: 'place.shop_map', defaultMessage: 'Where to find us' },
})

/** The shop's address on the map, with directions from the shopper's place (HDR-08, MAP-02). */
export default function ShopMapDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { address, business_name, default_location: here } = useShop()
  const { point } = useScope()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={<FormattedMessage {...text.title} />}
      footer={
        <div className={c.footer}>
          <address className={c.address}>
            <bdi>{address}</bdi>
          </address>
          {point && <DirectionsLink origin={point} destination={here} />}
        </div>
      }
    >
      <div className={c.map}>
        <MapView
          label={address}
          center={here}
          start="point"
          pins={[{ id: 'shop', kind: 'store', point: here, label: business_name }]}
        />
      </div>
    </Dialog>
  )
}
