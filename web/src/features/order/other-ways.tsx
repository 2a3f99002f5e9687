import { OtherWays as Ways } from '@/components/other-ways'
import type { OrderView } from '@/lib/api/types.gen'
import { usePayOrder } from './order-queries'
import { cashMessage } from './payment'

type Props = { order: OrderView; token: string | undefined }

/** The other ways to pay an order that waits for its payment. */
export function OtherWays({ order, token }: Props) {
  const paying = usePayOrder(order.id, token)
  return (
    <Ways
      of={order}
      cash={cashMessage(order)}
      isBusy={paying.isPending}
      onPay={({ method, gateway }, done) =>
        paying.mutate(
          { path: { id: order.id }, body: { token, payment_method: method, payment_gateway: gateway } },
          { onSuccess: ({ redirect_link: link }) => done(link) },
        )
      }
    />
  )
}
