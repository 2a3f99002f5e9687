import { useState } from 'react'
import { RefundRequest } from '@/components/refund/refund-request'
import type { OrderView } from '@/lib/api/types.gen'
import { currentScope } from '@/lib/scope/scope'
import { useRefundReasons, useRequestRefund } from './order-queries'

type Props = { order: OrderView; token: string | undefined }

/** Asks for the money of a delivered order back, or of some of its items (ORD-04). */
export function AskForRefund({ order: { id, lines }, token }: Props) {
  const [isOpened, setOpened] = useState(false)
  const reasons = useRefundReasons(isOpened)
  const { isPending, mutateAsync } = useRequestRefund(id, token)
  return (
    <RefundRequest
      reasons={reasons}
      onOpen={() => setOpened(true)}
      lines={lines}
      busy={isPending}
      onSend={(asked) => mutateAsync({ headers: currentScope().guest, path: { id }, body: { token, ...asked } })}
    />
  )
}
