import { useIntl } from 'react-intl'
import { Moves } from '@/components/purchase/moves'
import type { TrackingView } from '@/lib/api/types.gen'
import type { Message } from '@/lib/text/messages'
import { statusMessage } from './status'

type Props = {
  tracking: TrackingView
  moduleType?: string
  /** Whoever has ordered is called this; default "You". */
  customer?: Message
}

/** All statuses of the order, the newest first (ORD-03). */
export function Timeline({ tracking, moduleType, customer }: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <Moves
      moves={tracking.timeline}
      words={(status) => t(statusMessage({ ...tracking, order_status: status }, moduleType))}
      timeZone={tracking.time_zone}
      customer={customer}
    />
  )
}
