import { useIntl } from 'react-intl'
import { Moves } from '@/components/moves'
import type { TrackingView } from '@/lib/api/types.gen'
import { statusMessage } from './status'

/** All statuses of the order, the newest first (ORD-03). */
export function Timeline({ tracking, moduleType }: { tracking: TrackingView; moduleType?: string }) {
  const { formatMessage: t } = useIntl()
  return (
    <Moves
      moves={tracking.timeline}
      words={(status) => t(statusMessage({ ...tracking, order_status: status }, moduleType))}
      timeZone={tracking.time_zone}
    />
  )
}
