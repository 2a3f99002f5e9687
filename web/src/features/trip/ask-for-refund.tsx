import { useState } from 'react'
import { RefundRequest } from '@/components/refund/refund-request'
import type { TripView } from '@/lib/api/types.gen'
import { currentScope } from '@/lib/scope/scope'
import { useRequestTripRefund, useTripRefundReasons } from './trip-queries'

type Props = { trip: TripView; token: string | undefined }

/** Asks for the money of a completed trip back (ORD-04). */
export function AskForRefund({ trip: { id }, token }: Props) {
  const [isOpened, setOpened] = useState(false)
  const reasons = useTripRefundReasons(isOpened)
  const { isPending, mutateAsync } = useRequestTripRefund(id, token)
  return (
    <RefundRequest
      reasons={reasons}
      onOpen={() => setOpened(true)}
      busy={isPending}
      onSend={({ reason, note, images }) =>
        mutateAsync({ headers: currentScope().guest, path: { id }, body: { token, reason, note, images } })
      }
    />
  )
}
