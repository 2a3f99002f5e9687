import { FormattedMessage } from 'react-intl'
import moves from '@/components/purchase/moves.module.css'
import type { TripLicenceView } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import LicenceBox from './licence-box'
import c from './licence.module.css'

const text = defineMessages({
  title: { id: 'trip_licence.title', defaultMessage: 'Driver’s licence' },
  device: { id: 'trip_licence.device', defaultMessage: 'You can change it only on the device that you booked with.' },
  other: { id: 'trip_licence.other', defaultMessage: 'Only the person who booked this trip can change it.' },
})

type Props = { state: TripLicenceView; isFixed: boolean }

/**
 * The licence on the page of its trip. While the vehicle is out it cannot be changed, nor by another customer, nor on
 * a device without a guest: they have only the link of the trip.
 */
export default function TripLicence({ state, isFixed }: Props) {
  const { signedIn, guestId } = useScope()
  const isOthers = signedIn ? state.is_mine === false : guestId === undefined
  return (
    <section aria-labelledby="licence-title" className={c.box}>
      <h2 id="licence-title" className={moves.title}>
        <FormattedMessage {...text.title} />
      </h2>
      <LicenceBox state={state} isFixed={isFixed || isOthers} />
      {!isFixed && (!signedIn || isOthers) && (
        <p className={c.quiet}>
          <FormattedMessage {...(signedIn ? text.other : text.device)} />
        </p>
      )}
    </section>
  )
}
