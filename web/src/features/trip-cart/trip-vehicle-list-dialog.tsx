import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { Picture } from '@/components/picture'
import type { TripLineView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './trip-vehicle-list-dialog.module.css'

const text = defineMessages({
  title: { id: 'trip_cart.list_title', defaultMessage: 'Some vehicles are not rented this way' },
  why: {
    id: 'trip_cart.list',
    defaultMessage:
      '{count, plural, one {This vehicle will be removed from your trip} other {These vehicles will be removed from your trip}}:',
  },
  confirm: { id: 'trip_cart.remove_and_continue', defaultMessage: 'Remove & Continue' },
  quantity: { id: 'trip_cart.quantity', defaultMessage: '{quantity} ×' },
})

type Props = {
  /** The lines that are not rented by the chosen trip type. */
  lines: readonly TripLineView[]
  opened: boolean
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The vehicles that have to leave the cart before its trip type can change (RNT-06). */
export function TripVehicleListDialog({ lines, ...dialog }: Props) {
  return (
    <ConfirmDialog
      title={<FormattedMessage {...text.title} />}
      confirm={<FormattedMessage {...text.confirm} />}
      danger
      {...dialog}
    >
      <p>
        <FormattedMessage {...text.why} values={{ count: lines.length }} />
      </p>
      <ul className={c.lines}>
        {lines.map(({ id, quantity, vehicle }) => (
          <li key={id} className={c.line}>
            <span className={c.art}>
              <Picture src={vehicle.thumbnail_full_url} alt="" width={72} height={54} sizes="72px" />
            </span>
            <span>
              {quantity > 1 && (
                <>
                  <FormattedMessage {...text.quantity} values={{ quantity }} />{' '}
                </>
              )}
              <bdi>{vehicle.name}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
