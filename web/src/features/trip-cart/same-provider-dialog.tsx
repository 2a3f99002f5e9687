import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  title: { id: 'trip_cart.reset_title', defaultMessage: 'Reset cart?' },
  question: {
    id: 'trip_cart.reset',
    defaultMessage:
      'Your trip cart has vehicles of another provider. If you continue, they are removed and {vehicle} of {provider} is added.',
  },
})

type Props = {
  vehicle: { name: string; provider: { name: string } }
  opened: boolean
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before the vehicles of another provider are removed, because a trip has only one (RNT-06). */
export function SameProviderDialog({ vehicle, ...dialog }: Props) {
  return (
    <ConfirmDialog title={<FormattedMessage {...text.title} />} danger {...dialog}>
      <FormattedMessage
        {...text.question}
        values={{
          vehicle: <bdi key="vehicle">{vehicle.name}</bdi>,
          provider: <bdi key="provider">{vehicle.provider.name}</bdi>,
        }}
      />
    </ConfirmDialog>
  )
}
