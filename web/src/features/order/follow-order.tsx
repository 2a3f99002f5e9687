import { Button } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { EmptyState } from '@/components/loading/empty-state'
import { Money } from '@/components/price/money'
import { Picture } from '@/components/picture'
import { QueryView } from '@/components/loading/query-view'
import { followOrderOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { ErrorBody, FollowOutputBody, ParcelView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { usePageTitle } from '@/lib/page/page-title'
import { isPermanent, isRefusal } from '@/lib/requests/problems'
import { defineMessages } from '@/lib/text/messages'
import { OrderMap } from './order-map'
import { pollInterval, useTracking } from './order-queries'
import { OrderSkeleton } from './order-skeleton'
import { Progress } from './progress'
import { RiderCard } from './rider-card'
import { isFinished } from './status'
import { Timeline } from './timeline'
import c from './follow-order.module.css'

const text = defineMessages({
  kicker: { id: 'follow.kicker', defaultMessage: 'Order {id} · {by}' },
  count: { id: 'follow.count', defaultMessage: '{count} × {category}' },
  pay: { id: 'follow.pay', defaultMessage: 'Please have {amount} in cash ready: you pay the rider at the door.' },
  unknown: { id: 'follow.unknown', defaultMessage: 'This link does not work' },
  unknownText: {
    id: 'follow.unknown_text',
    defaultMessage: 'Perhaps a part of it is missing. Please ask whoever sent it to you for the whole link.',
  },
  ended: {
    id: 'follow.ended',
    defaultMessage: 'It showed the parcel until 30 days after it was done.',
  },
  home: { id: 'follow.home', defaultMessage: 'Home' },
  sender: { id: 'follow.sender', defaultMessage: 'Sender' },
})

const followOptions = (id: number, token: string) =>
  queryOptions({
    ...followOrderOptions({ path: { id }, headers: { 'X-Order-Token': token } }),
    staleTime: 5_000,
    retry: (failures, error) => failures < 1 && !isRefusal(error),
  })

/** The page on which the receiver of a parcel follows it (PCL-01). token: the following token of the link. */
export function FollowOrder({ id, token }: { id: number; token: string | undefined }) {
  return token === undefined ? <UnknownLink /> : <Followed id={id} token={token} />
}

function Followed({ id, token }: { id: number; token: string }) {
  const followed = useQuery(followOptions(id, token))
  if (!followed.data && isPermanent(followed.error)) return <UnknownLink reason={followed.error} />
  return (
    <QueryView query={followed} skeleton={<OrderSkeleton />} art={emptyArt('error')}>
      {(known) => <Page known={known} token={token} />}
    </QueryView>
  )
}

function Page({ known, token }: { known: FollowOutputBody; token: string }) {
  const { order_id: id } = known.tracking
  const [isRefused, setRefused] = useState(false)
  const { tracking = known.tracking, isLive } = useTracking({
    id,
    token,
    first: known.tracking,
    onRefused: () => setRefused(true),
  })
  const isRunning = !isFinished(tracking)
  useQuery({ ...followOptions(id, token), refetchInterval: isRefused && isRunning && pollInterval })
  useRefetchOnMove(id, token, tracking.order_status, known.tracking.order_status)
  return (
    <div className={c.page}>
      <Progress
        tracking={tracking}
        isLive={isLive || isRefused}
        kicker={<FormattedMessage {...text.kicker} values={{ id, by: <bdi key="by">{known.sold_by}</bdi> }} />}
      />
      {known.parcel && <ParcelSummary parcel={known.parcel} />}
      {isRunning && known.to_pay > 0 && (
        <p className={c.pay}>
          <FormattedMessage {...text.pay} values={{ amount: <Money key="amount" value={known.to_pay} /> }} />
        </p>
      )}
      {isRunning && <OrderMap tracking={tracking} />}
      {isRunning && tracking.rider && <RiderCard rider={tracking.rider} isParcel={known.parcel !== undefined} />}
      <Timeline tracking={tracking} customer={text.sender} />
    </div>
  )
}

/** The stream does not have what must be paid, which a new status may have settled. */
function useRefetchOnMove(id: number, token: string, now: string, known: string) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (now !== known) void queryClient.invalidateQueries({ queryKey: followOptions(id, token).queryKey })
  }, [id, token, now, known, queryClient])
}

function ParcelSummary({ parcel }: { parcel: ParcelView }) {
  return (
    <p className={c.what}>
      <span className={c.art}>
        <Picture src={parcel.image_full_url} alt="" width={56} height={56} sizes="56px" fit="contain" />
      </span>
      <FormattedMessage
        {...text.count}
        values={{ count: parcel.quantity, category: <bdi key="category">{parcel.category}</bdi> }}
      />
    </p>
  )
}

function UnknownLink({ reason }: { reason?: ErrorBody }) {
  const hasEnded = reason?.errors[0]?.code === 'link_ended'
  usePageTitle(useIntl().formatMessage(text.unknown))
  return (
    <EmptyState
      isPage
      art={emptyArt('orders')}
      title={<FormattedMessage {...text.unknown} />}
      text={<FormattedMessage {...(hasEnded ? text.ended : text.unknownText)} />}
      action={
        <Button component={AppLink} href="/" size="md">
          <FormattedMessage {...text.home} />
        </Button>
      }
    />
  )
}
