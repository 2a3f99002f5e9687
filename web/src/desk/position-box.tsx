import { Button } from '@mantine/core'
import { IconCurrentLocation, IconCurrentLocationOff } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import type { StaffOrderView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useSharedPosition } from './share-position'
import c from './share-position.module.css'

const text = defineMessages({
  off: {
    id: 'desk_position.off',
    defaultMessage: 'Show your shoppers where you are? It ends when the order is delivered.',
  },
  on: { id: 'desk_position.on', defaultMessage: 'Your shoppers see where you are, until the order is delivered.' },
  refused: {
    id: 'desk_position.refused',
    defaultMessage: 'This device does not allow it. Allow the location for this page, and try again.',
  },
  unavailable: { id: 'desk_position.unavailable', defaultMessage: 'This device does not know where it is.' },
  share: { id: 'desk_position.share', defaultMessage: 'Share my position' },
  stop: { id: 'desk_position.stop', defaultMessage: 'Stop sharing' },
})

/** Lets a rider who carries an order share their position. Nothing is read before they agree (P5). */
export function PositionBox({ orders }: { orders: readonly StaffOrderView[] }) {
  const isCarrying = orders.some(({ order_status: status, rider }) => status === 'picked_up' && rider)
  const [sharing, setSharing] = useSharedPosition(isCarrying)
  if (!isCarrying) return null
  const isOn = sharing === 'on'
  return (
    <div className={c.box}>
      <p role="status">
        <FormattedMessage {...text[sharing]} />
      </p>
      <Button
        variant="default"
        h={44}
        leftSection={
          isOn ? <IconCurrentLocationOff size={18} aria-hidden /> : <IconCurrentLocation size={18} aria-hidden />
        }
        onClick={() => setSharing(isOn ? 'off' : 'on')}
      >
        <FormattedMessage {...(isOn ? text.stop : text.share)} />
      </Button>
    </div>
  )
}
