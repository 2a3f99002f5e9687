import { Button } from '@mantine/core'
import { IconBell, IconBellOff, IconBellRinging, IconLogout, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '@/components/loading/empty-state'
import { lazyPart } from '@/components/loading/lazy'
import { Logo } from '@/components/logo'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { Rating } from '@/components/review/rating'
import { Tabs } from '@/components/layout/tabs'
import type { StaffMemberView, StaffOrderView, StaffTripView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import { ring, turnOff, turnOn, useBellState, type BellState } from './bell'
import { useWaitingMessages } from './desk-messages'
import {
  useDeskOrders,
  useFollow,
  useListTotal,
  useNews,
  useOpenOrders,
  type OpenOrders,
  type View,
} from './desk-orders'
import { signOut } from './member'
import { useWaitingApplications } from './desk-applications'
import { useUnansweredReviews } from './desk-reviews'
import { usePaymentProblemCount } from './desk-payments'
import { useNewTrips, useTripRefundCount, worksOnTrips } from './desk-trips'
import { NothingNew } from './nothing-new'
import type { OrderQuery } from './order-query'
import { OrderCard } from './order-card'
import { OrderSearch } from './order-search'
import { PositionBox } from './position-box'
import { Reviews } from './reviews'
import { SignIn } from './sign-in'
import { groupsOf, type Group } from './status'
import { Trips } from './trips'
import type { Role } from './steps'
import { TripPaymentCard } from './trip-payment-card'
import c from './desk.module.css'

const Applications = lazyPart(() => import('./applications'))
const Hours = lazyPart(() => import('./hours'))
const Messages = lazyPart(() => import('./messages'))
const Payments = lazyPart(() => import('./payments'))
const Stock = lazyPart(() => import('./stock'))

const text = defineMessages({
  title: { id: 'desk_board.title', defaultMessage: 'Desk · {shop}' },
  waitingTitle: { id: 'desk_board.waiting_title', defaultMessage: '({count}) Desk · {shop}' },
  orders: { id: 'desk_board.orders', defaultMessage: 'Orders' },
  deliveries: { id: 'desk_board.deliveries', defaultMessage: 'Deliveries' },
  views: { id: 'desk_board.views', defaultMessage: 'Which orders' },
  open: { id: 'desk_board.open', defaultMessage: 'Now' },
  scheduled: { id: 'desk_board.scheduled', defaultMessage: 'Scheduled' },
  refund: { id: 'desk_board.refund', defaultMessage: 'Refunds' },
  to_check: { id: 'desk_board.to_check', defaultMessage: 'Payments' },
  to_pay_back: { id: 'desk_board.to_pay_back', defaultMessage: 'To pay back' },
  problems: { id: 'desk_board.problems', defaultMessage: 'Payment problems' },
  past: { id: 'desk_board.past', defaultMessage: 'Past' },
  stock: { id: 'desk_board.stock', defaultMessage: 'Stock' },
  messages: { id: 'desk_board.messages', defaultMessage: 'Messages' },
  reviews: { id: 'desk_board.reviews', defaultMessage: 'Reviews' },
  trips: { id: 'desk_board.trips', defaultMessage: 'Trips' },
  hours: { id: 'desk_board.hours', defaultMessage: 'Opening hours' },
  applications: { id: 'desk_board.applications', defaultMessage: 'Applications' },
  empty: { id: 'desk_board.empty', defaultMessage: 'No orders now' },
  notFound: { id: 'desk_board.not_found', defaultMessage: 'No such order here' },
  notFoundText: {
    id: 'desk_board.not_found_text',
    defaultMessage: 'Check the number or the phone. The order may also be in another list.',
  },
  lost: { id: 'desk_board.lost', defaultMessage: 'Connection lost. Trying again; what you see may be a moment old.' },
  news: {
    id: 'desk_board.news',
    defaultMessage: '{count, plural, one {# new order waits} other {# new orders wait}} for an answer',
  },
  newTrips: {
    id: 'desk_board.new_trips',
    defaultMessage: '{count, plural, one {# new trip waits} other {# new trips wait}} to be confirmed',
  },
  offers: {
    id: 'desk_board.offers',
    defaultMessage: '{count, plural, one {# delivery waits} other {# deliveries wait}} for a rider',
  },
  signOut: { id: 'desk_board.sign_out', defaultMessage: 'Sign out' },
  soundOff: { id: 'desk_board.sound_off', defaultMessage: 'Turn the sound on' },
  soundOn: { id: 'desk_board.sound_on', defaultMessage: 'Sound is on' },
  soundBlocked: { id: 'desk_board.sound_blocked', defaultMessage: 'Tap anywhere for the sound' },
})

/** How often the bell rings again while an order waits for its store, ms. */
const ringInterval = 20_000

const viewsOf: Record<Role, View[]> = {
  rider: ['open'],
  vendor: ['open', 'scheduled', 'past'],
  admin: ['open', 'scheduled', 'refund', 'to_check', 'to_pay_back', 'past'],
}

/** What a tab shows. */
type Tab = View | 'trips' | 'problems' | 'stock' | 'hours' | 'reviews' | 'applications' | 'messages'

/** The heading above each tab. Those of orders under way, for later and past have one. */
const headings: Record<Tab, Message> = {
  open: text.orders,
  scheduled: text.orders,
  past: text.orders,
  refund: text.refund,
  to_check: text.to_check,
  to_pay_back: text.to_pay_back,
  problems: text.problems,
  trips: text.trips,
  stock: text.stock,
  hours: text.hours,
  reviews: text.reviews,
  applications: text.applications,
  messages: text.messages,
}

type Props = { member: StaffMemberView; isSignedIn: boolean }

/** The orders and trips of a member of staff, live. When the session ends they stay, and wait for the next sign-in. */
export function Board({ member, isSignedIn }: Props) {
  const { formatMessage: t } = useIntl()
  const { business_name: shop } = useShop()
  const isRenter = member.provider_id !== undefined
  const [view, setView] = useState<Tab>(isRenter ? 'trips' : 'open')
  const [isFollowed, setFollowed] = useState(true)
  const open = useOpenOrders(member, isFollowed)
  const hear = useNews(open, member.role, isFollowed, ring)
  const follow = useFollow(member, isSignedIn, hear)
  if (follow.isFollowed !== isFollowed) setFollowed(follow.isFollowed)

  const newTrips = useNewTrips(member, worksOnTrips(member) && isSignedIn, ring)
  const count = (isRenter ? newTrips : open.waiting) ?? 0
  useRingAgain(member.role === 'vendor' && isSignedIn && count > 0)
  useEffect(() => {
    document.title = count > 0 ? t(text.waitingTitle, { count, shop }) : t(text.title, { shop })
  }, [count, shop, t])

  const isRider = member.role === 'rider'
  const tripRefunds = useTripRefundCount(member, member.role === 'admin' && isSignedIn)
  const waitingTrips = newTrips === undefined ? undefined : newTrips + (tripRefunds ?? 0)
  const tabs = useTabs({ member, isSignedIn, waitingTrips })
  const contents = () => {
    if (view === 'messages') return <Messages member={member} />
    if (view === 'trips') return <Trips member={member} waiting={newTrips} refunds={tripRefunds} />
    if (view === 'reviews') return <Reviews member={member} />
    if (view === 'problems') return <Payments member={member} />
    if (view === 'stock') return <Stock member={member} />
    if (view === 'hours') return <Hours member={member} />
    if (view === 'applications') return <Applications member={member} />
    if (view === 'open') return <Open member={member} open={open} />
    return <List key={view} member={member} view={view} isFollowed={isFollowed} />
  }
  return (
    <>
      <TopBar member={member} isSignedIn={isSignedIn} />
      <main className={c.main}>
        <h1 className={c.title}>
          <FormattedMessage {...(isRider && view === 'open' ? text.deliveries : headings[view])} />
        </h1>
        <p className={c.news} role="status">
          {count > 0 && (
            <FormattedMessage {...(isRenter ? text.newTrips : isRider ? text.offers : text.news)} values={{ count }} />
          )}
        </p>
        <p className={c.lost} role="status">
          {isSignedIn && !follow.isLive && (
            <>
              <IconPlugConnectedX size={18} aria-hidden />
              <FormattedMessage {...text.lost} />
            </>
          )}
        </p>
        {!isSignedIn && <SignIn before={member} />}
        {isRider && isSignedIn && <PositionBox orders={open.query.data ?? []} />}
        <div className={c.lists} inert={!isSignedIn}>
          <Tabs label={t(text.views)} tabs={tabs} current={view} onChange={setView}>
            {contents()}
          </Tabs>
        </div>
      </main>
    </>
  )
}

/** What a member can open, and how much waits there; undefined until it is known. */
function useTabs({ member, isSignedIn, waitingTrips }: Props & { waitingTrips: number | undefined }) {
  const { formatMessage: t } = useIntl()
  const isRenter = member.provider_id !== undefined
  const isAdmin = member.role === 'admin'
  const replies = member.role === 'vendor'
  const isVendor = replies && !isRenter
  const views = isRenter ? [] : viewsOf[member.role]
  const counts = useCounts(member)
  const problems = usePaymentProblemCount(member, isAdmin && isSignedIn)
  const applying = useWaitingApplications(member, isAdmin && isSignedIn)
  const unanswered = useUnansweredReviews(member, replies && isSignedIn)
  const messages = useWaitingMessages(isSignedIn, ring)
  return [
    ...views.map((key) => ({
      key,
      name: t(text[key]),
      count: counts[key],
    })),
    ...(isAdmin || isRenter ? [{ key: 'trips' as const, name: t(text.trips), count: waitingTrips }] : []),
    ...(isAdmin ? [{ key: 'problems' as const, name: t(text.problems), count: problems }] : []),
    ...(isVendor ? [{ key: 'stock' as const, name: t(text.stock) }] : []),
    ...(isVendor ? [{ key: 'hours' as const, name: t(text.hours) }] : []),
    ...(isAdmin || replies
      ? [{ key: 'reviews' as const, name: t(text.reviews), ...(replies && { count: unanswered }) }]
      : []),
    ...(isAdmin ? [{ key: 'applications' as const, name: t(text.applications), count: applying }] : []),
    { key: 'messages' as const, name: t(text.messages), count: messages },
  ]
}

/** How much waits for an admin, by view; undefined until it is known. */
function useCounts(member: StaffMemberView): Partial<Record<View, number>> {
  const refund = useListTotal(member, 'refund')
  const to_check = useListTotal(member, 'to_check')
  const to_pay_back = useListTotal(member, 'to_pay_back')
  return { refund, to_check, to_pay_back }
}

/** Rings again and again until somebody has answered. */
function useRingAgain(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(ring, ringInterval)
    return () => clearInterval(timer)
  }, [isOn])
}

function TopBar({ member, isSignedIn }: Props) {
  const { business_name: shop, logo_full_url: logo } = useShop()
  return (
    <header className={c.bar}>
      <Logo name={shop} src={logo} />
      <p className={c.who}>
        {(member.store_name ?? member.provider_name) && (
          <b>
            <bdi>{member.store_name ?? member.provider_name}</bdi>
          </b>
        )}
        <bdi>{member.name}</bdi>
        <Rating value={member.avg_rating ?? 0} count={member.rating_count ?? 0} />
      </p>
      <SoundSwitch />
      {isSignedIn && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconLogout size={18} className="mirrored" aria-hidden />}
          onClick={signOut}
        >
          <FormattedMessage {...text.signOut} />
        </Button>
      )}
    </header>
  )
}

const sounds: Record<BellState, { message: (typeof text)[keyof typeof text]; Icon: typeof IconBell }> = {
  off: { message: text.soundOff, Icon: IconBellOff },
  blocked: { message: text.soundBlocked, Icon: IconBell },
  on: { message: text.soundOn, Icon: IconBellRinging },
}

/** Each device turns it on once: browsers play no sound before a tap. */
function SoundSwitch() {
  const state = useBellState()
  const { message, Icon } = sounds[state]
  return (
    <Button
      variant={state === 'off' ? 'filled' : 'default'}
      size="sm"
      aria-pressed={state !== 'off'}
      leftSection={<Icon size={18} />}
      onClick={() => (state === 'on' ? turnOff() : void turnOn())}
    >
      <FormattedMessage {...message} />
    </Button>
  )
}

const Open = ({ member, open }: { member: StaffMemberView; open: OpenOrders }) => (
  <QueryView query={open.query} skeleton={<BoardSkeleton />}>
    {(orders) => (
      <>
        <Columns member={member} orders={orders} open={open} />
        <More list={open.moreRunning} />
      </>
    )}
  </QueryView>
)

type ListProps = { member: StaffMemberView; view: Exclude<View, 'open'>; isFollowed: boolean }

function List({ member, view, isFollowed }: ListProps) {
  const [find, setFind] = useState<OrderQuery>()
  const { list, orders, trips, total } = useDeskOrders(member, view, isFollowed, find)
  const query = { ...list, data: orders, refetch: () => list.refetch() }
  const hasSearch = member.role === 'admin' && (view === 'past' || view === 'refund')
  return (
    <>
      {hasSearch && <OrderSearch onFind={setFind} found={find && total} />}
      <QueryView query={query} skeleton={<BoardSkeleton />}>
        {(all) =>
          find && all.length === 0 ? (
            <NotFound />
          ) : (
            <>
              <Cards member={member} orders={all} trips={trips} />
              <More list={list} />
            </>
          )
        }
      </QueryView>
    </>
  )
}

type CardsProps = { member: StaffMemberView; orders: StaffOrderView[] }

function Cards({ member, orders, trips }: CardsProps & { trips: StaffTripView[] }) {
  if (orders.length + trips.length === 0) return <Empty />
  return (
    <div className={c.columns}>
      {orders.map((order) => (
        <OrderCard key={order.id} member={member} order={order} level="h2" />
      ))}
      {trips.map((trip) => (
        <TripPaymentCard key={trip.id} member={member} trip={trip} />
      ))}
    </div>
  )
}

/** What is under way, by what it waits for. */
function Columns({ member, orders, open }: CardsProps & { open: OpenOrders }) {
  const groups = groupsOf(member.role, orders)
  if (groups.every((group) => group.orders.length === 0)) return <Empty />
  return (
    <div className={c.columns}>
      {groups.map((group) => (
        <section
          key={group.key}
          className={c.column}
          aria-labelledby={`group-${group.key}`}
          data-empty={group.orders.length === 0 || undefined}
        >
          <h2 id={`group-${group.key}`} className={c.heading}>
            <FormattedMessage {...group.title} />{' '}
            <span className={c.count} dir="ltr">
              {countOf(group, open)}
            </span>
          </h2>
          {group.orders.map((order) => (
            <OrderCard key={order.id} member={member} order={order} level="h3" />
          ))}
          {group.isNew && <More list={open.moreNew} />}
        </section>
      ))}
    </div>
  )
}

/** How many orders a column has. Of those under way, the server does not count each status. */
function countOf({ isNew, orders }: Group, { newTotal, moreRunning }: OpenOrders) {
  if (isNew) return newTotal
  return moreRunning.hasNextPage ? `${orders.length}+` : orders.length
}

const Empty = () => <NothingNew title={<FormattedMessage {...text.empty} />} />

const NotFound = () => (
  <EmptyState
    art={emptyArt('orders')}
    title={<FormattedMessage {...text.notFound} />}
    text={<FormattedMessage {...text.notFoundText} />}
  />
)

export const BoardSkeleton = () => (
  <div className={c.columns} aria-hidden>
    <Skeleton height={220} radius={18} />
    <Skeleton height={220} radius={18} />
    <Skeleton height={220} radius={18} />
  </div>
)
