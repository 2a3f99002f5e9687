import { IconMapPin } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { DirectionsLink } from '@/components/map/directions-link'
import type { StoreView } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import c from './contact-card.module.css'

const text = defineMessages({
  at: { id: 'checkout.collect_at', defaultMessage: 'Collect your order at' },
})

/** Where a take-away order is collected, with directions from the shopper's place. */
export function CollectAt({ store }: { store: StoreView }) {
  const { point } = useScope()
  return (
    <div className={c.row}>
      <IconMapPin size={20} aria-hidden />
      <div>
        <span className={c.quiet}>
          <FormattedMessage {...text.at} />
        </span>
        <b>
          <bdi>{store.name}</bdi>
        </b>
        <p>
          <bdi>{store.address}</bdi>
        </p>
        {point && <DirectionsLink origin={point} destination={{ lat: store.latitude, lng: store.longitude }} />}
      </div>
    </div>
  )
}
