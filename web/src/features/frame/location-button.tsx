import { IconChevronDown, IconMapPin } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import type { ModuleType } from '@/lib/scope/scope'
import c from './location-button.module.css'

const text = defineMessages({
  deliverTo: { id: 'place_button.deliver_to', defaultMessage: 'Deliver to' },
  pickupAt: { id: 'place_button.pickup_at', defaultMessage: 'Pickup at' },
  choose: { id: 'place_button.choose', defaultMessage: 'Choose where you are' },
})

type Props = ComponentPropsWithRef<'button'> & {
  /** The address; empty before a place is chosen. */
  location: string
  moduleType: ModuleType | undefined
  /** one: a line of the top bar; two: the compact header. */
  lines: 'one' | 'two'
}

/** Shows the delivery place, and opens its picker. In rental it is the pickup (HDR-09). */
export function LocationButton({ location, moduleType, lines, ...rest }: Props) {
  return (
    // The props of the menu's target come first, else their className would replace ours.
    <button type="button" {...rest} className={c.place} data-lines={lines}>
      {lines === 'one' && <IconMapPin size={18} className={c.pin} aria-hidden />}
      <span className={c.lines}>
        <span className={c.label}>
          <FormattedMessage {...(moduleType === 'rental' ? text.pickupAt : text.deliverTo)} />
        </span>
        <b className={c.location}>{location ? <bdi>{location}</bdi> : <FormattedMessage {...text.choose} />}</b>
      </span>
      <IconChevronDown size={16} className={c.chevron} aria-hidden />
    </button>
  )
}
