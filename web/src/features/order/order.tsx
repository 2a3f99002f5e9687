import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { IconChevronLeft, IconFileInvoice } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { WaysBack } from '@/components/refund/ways-back'
import { ChatLink } from '@/components/conversation/chat-link'
import { QueryView } from '@/components/loading/query-view'
import { RefundList } from '@/components/refund/refund-list'
import type { PaymentResultSlot } from '@/contracts/payment-result'
import type { OrderView, TrackingView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'
import { isPermanent } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
import { hrefTo } from '@/lib/page/href'
import { AskForRefund } from './ask-for-refund'
import { CancelOrder } from './cancel-order'
import { RiderCard } from './rider-card'
import { KeepOrder } from './keep-order'
import { FollowLink, OrderLink } from './order-link'
import { OrderMap } from './order-map'
import { orderOptions, pollInterval, useTracking } from './order-queries'
import { OrderSkeleton } from './order-skeleton'
import { rememberOrderOpened } from './order-tokens'
import { PayOrder } from './pay-order'
import { PrescriptionBox } from './prescription-box'
import { Progress } from './progress'
import { Receipt } from './receipt'
import { Reorder } from './reorder'
import { OrderReview } from './order-review'
import { isFinished, paymentKey, payState } from './status'
import { Timeline } from './timeline'
import { UnknownOrder } from './unknown-order'
import c from '@/components/purchase/purchase-page.module.css'

const text = defineMessages({
  kicker: { id: 'order.kicker', defaultMessage: 'Order {id} · {store}' },
  all: { id: 'order.all', defaultMessage: 'My orders' },
  invoice: { id: 'order.invoice', defaultMessage: 'Invoice' },
  reason: { id: 'order.reason', defaultMessage: 'Reason: {reason}' },
})

type Props = {
  id: number
  /** The tracking token, if this device has it. */
  token: string | undefined
  /** What became of a payment whose shopper is back from a gateway. */
  paymentResult?: PaymentResultSlot
}

/** The page of an order, for its customer and for anyone with its token. */
export function Order({ id, token, paymentResult }: Props) {
  const { signedIn } = useScope()
  if (token === undefined && !signedIn) return <UnknownOrder id={id} />
  return <Known id={id} token={token} paymentResult={paymentResult} />
}

function Known({ id, token, paymentResult }: Props) {
  const order = useQuery(orderOptions(id, token))
  if (!order.data && isPermanent(order.error)) return <UnknownOrder id={id} reason={order.error} />
  return (
    <QueryView query={order} skeleton={<OrderSkeleton />} art={emptyArt('error')}>
      {(known) => <Page order={known} token={token} paymentResult={paymentResult} />}
    </QueryView>
  )
}

function Page({ order, token, paymentResult }: { order: OrderView } & Pick<Props, 'token' | 'paymentResult'>) {
  const { signedIn } = useScope()
  const { id, store, module, gateway_refund_failed: owed = 0 } = order
  const [isRefused, setRefused] = useState(false)
  const { tracking = order.tracking, isLive } = useTracking({
    id,
    token,
    first: order.tracking,
    isOwed: owed > 0,
    onRefused: () => setRefused(true),
  })
  const moduleType = module.module_type
  const isRunning = !isFinished(tracking)
  useQuery({ ...orderOptions(id, token), refetchInterval: isRefused && isRunning && pollInterval })
  useRefetchWhenDecided(order, tracking, token)
  useRememberOpened(id, tracking, token)
  return (
    <div className={c.page}>
      <div className={c.main}>
        {signedIn && (
          <AppLink href="/my-orders" className={c.back}>
            <IconChevronLeft size={18} aria-hidden className="mirrored" />
            <FormattedMessage {...text.all} />
          </AppLink>
        )}
        <Progress
          tracking={tracking}
          moduleType={moduleType}
          isLive={isLive || isRefused}
          kicker={<FormattedMessage {...text.kicker} values={{ id, store: <bdi key="store">{store.name}</bdi> }} />}
        />
        {order.cancel_reason && (
          <p className={c.quiet}>
            <FormattedMessage {...text.reason} values={{ reason: order.cancel_reason }} />
          </p>
        )}
        <WaysBack of={order} />
        {paymentResult?.(payState(tracking))}
        <PayOrder order={order} token={token} isRunning={isRunning} />
        <PrescriptionBox
          order={order}
          status={tracking.prescription_status ?? order.prescription_status}
          isCanceled={tracking.order_status === 'canceled'}
        />
        {!isRunning && <OrderReview order={order} />}
        <RefundList of={order} />
        {isRunning && <OrderMap tracking={tracking} />}
        {tracking.rider && isRunning && <RiderCard rider={tracking.rider} isParcel={order.parcel !== undefined} />}
        {order.parcel && isRunning && <FollowLink id={id} token={order.follow_token} />}
        <Timeline tracking={tracking} moduleType={moduleType} />
        {token !== undefined && <KeepOrder order={order} token={token} />}
        {token !== undefined && !signedIn && <OrderLink id={id} store={store.name} token={token} />}
        <Actions order={order} tracking={tracking} token={token} />
        {tracking.can_cancel && (
          <div>
            <CancelOrder id={id} token={token} />
          </div>
        )}
      </div>
      <Receipt order={order} />
    </div>
  )
}

type ActionsProps = { order: OrderView; tracking: TrackingView; token: string | undefined }

/** What can be done beside following it. */
function Actions({ order, tracking, token }: ActionsProps) {
  const { id, parcel } = order
  const isRunning = !isFinished(tracking)
  return (
    <div className={c.actions}>
      {!parcel && <ChatLink to="store" order={id} />}
      {tracking.rider && isRunning && <ChatLink to="rider" order={id} />}
      {!isRunning && !parcel && <Reorder id={id} token={token} />}
      <Button
        component={AppLink}
        href={hrefTo('/order/$id/invoice', { params: { id: String(id) } })}
        variant="default"
        h={44}
        leftSection={<IconFileInvoice size={18} aria-hidden />}
      >
        <FormattedMessage {...text.invoice} />
      </Button>
      {order.can_request_refund && <AskForRefund order={order} token={token} />}
    </div>
  )
}

/** Keeps the token of an open order, or of one whose refund is not decided, longer than of one that ended. */
function useRememberOpened(id: number, tracking: TrackingView, token: string | undefined) {
  const isEnded = isFinished(tracking) && tracking.order_status !== 'refund_requested'
  const endedAt = isEnded ? Date.parse(tracking.updated_at) : undefined
  useEffect(() => {
    if (token !== undefined) rememberOrderOpened(id, { endedAt })
  }, [id, token, endedAt])
}

/**
 * The stream has the status alone. Why an order was canceled, what can be done once it is over, and
 * what became of its payment is in the order itself.
 */
function useRefetchWhenDecided(order: OrderView, tracking: TrackingView, token: string | undefined) {
  const queryClient = useQueryClient()
  const { id } = order
  const age = Date.parse(tracking.updated_at) - Date.parse(order.tracking.updated_at)
  // Times are whole seconds, in which an order or a payment may change twice.
  const isNew = age > 0 || (age === 0 && tracking.order_status !== order.tracking.order_status)
  const isDecided = isNew && isFinished(tracking)
  const payment = paymentKey(tracking)
  const isPaymentOther = age >= 0 && payment !== paymentKey(order.tracking)
  useEffect(() => {
    if (isDecided || isPaymentOther) void queryClient.invalidateQueries({ queryKey: orderOptions(id, token).queryKey })
  }, [isDecided, isPaymentOther, payment, id, token, queryClient])
}
