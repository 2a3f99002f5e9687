import { IconMotorbike } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Rating } from '@/components/review/rating'
import type { RiderView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './rider-card.module.css'

const text = defineMessages({
  brings: { id: 'rider.brings', defaultMessage: '{name} brings your order' },
  bringsParcel: { id: 'rider.brings_parcel', defaultMessage: '{name} brings the parcel' },
})

/** The rider of the order, during the delivery only (P5). */
export function RiderCard({ rider, isParcel = false }: { rider: RiderView; isParcel?: boolean }) {
  return (
    <div className={c.card}>
      <span className={c.disc}>
        <IconMotorbike size={26} aria-hidden className="mirrored" />
      </span>
      <p>
        <b>
          <FormattedMessage
            {...(isParcel ? text.bringsParcel : text.brings)}
            values={{ name: <bdi key="name">{rider.name}</bdi> }}
          />
        </b>
        {rider.vehicle && <span className={c.vehicle}>{rider.vehicle}</span>}
      </p>
      <Rating value={rider.avg_rating ?? 0} count={rider.rating_count ?? 0} />
    </div>
  )
}
