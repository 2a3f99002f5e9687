import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { getAdminTrip, getVendorTrip, listAdminTrips, listVendorTrips } from '@/lib/api/sdk.gen'
import type { StaffMemberView, StaffTripView } from '@/lib/api/types.gen'
import { toastProblem } from '@/lib/page/toast'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { hasCode, isRefusal, problems } from '@/lib/requests/problems'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import type { OrderQuery } from './order-query'
import { staffToken, useSession } from './session'
import type { Answer } from './steps'
import type { TripStep } from './trip-steps'

const text = defineMessages({
  refused: { id: 'desk_trips.refused', defaultMessage: 'Trip {id}: {reason}' },
})

/** new: to be confirmed. open: not over. waiting: for their payment. refund: one is asked for. past: over. */
export type TripState = 'new' | 'open' | 'waiting' | 'refund' | 'past'

const pageSize = 20
/** How often the lists are fetched again, ms. */
const pollInterval = 20_000

/** The key of all lists of trips. */
export const tripsKey = (member: StaffMemberView, ...parts: string[]) => ['desk-trips', member.id, ...parts]

/** Returns whether the member works on trips: as an admin, or as a vendor of a provider. */
export const worksOnTrips = (member: StaffMemberView) => member.role === 'admin' || member.provider_id !== undefined

async function fetchTrips(
  member: StaffMemberView,
  state: TripState,
  offset: number,
  signal: AbortSignal,
  limit = pageSize,
) {
  const list = member.role === 'admin' ? listAdminTrips : listVendorTrips
  return (await list({ query: { state, limit, offset }, signal, throwOnError: true })).data
}

/** Only admins look for trips. A phone is in a header and looked for first, so that no URL contains it. */
async function findTrips(state: TripState, { number, phone }: OrderQuery, offset: number, signal: AbortSignal) {
  const list = async (more: OrderQuery) => {
    const query = { state, limit: pageSize, offset, number: more.number }
    return (await listAdminTrips({ query, headers: { 'X-Phone': more.phone }, signal, throwOnError: true })).data
  }
  const found = phone === undefined ? undefined : await list({ phone })
  return found && (found.total_size > 0 || number === undefined) ? found : list({ number })
}

/** The trips of a state, or those found in it, page by page. */
export function useTrips(member: StaffMemberView, state: TripState, find?: OrderQuery) {
  const list = useInfiniteQuery({
    queryKey: find ? [...tripsKey(member, 'list', state), find] : tripsKey(member, 'list', state),
    queryFn: ({ pageParam, signal }) =>
      find ? findTrips(state, find, pageParam, signal) : fetchTrips(member, state, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total_size }, _pages, page) => (page * pageSize < total_size ? page + 1 : undefined),
    enabled: useSession() !== 0,
    staleTime: 0,
    refetchInterval: pollInterval,
  })
  const trips = list.data && uniqueEntries(list.data.pages.map((page) => page.trips))
  return { list, trips, total: list.data?.pages.at(-1)?.total_size }
}

/**
 * How many trips wait to be confirmed; undefined until it is known. onNews is called when
 * there is another one.
 */
export function useNewTrips(member: StaffMemberView, isOn: boolean, onNews: () => void) {
  const { data } = useQuery({
    queryKey: tripsKey(member, 'count'),
    queryFn: ({ signal }) => fetchTrips(member, 'new', 1, signal),
    enabled: isOn,
    refetchInterval: pollInterval,
    refetchIntervalInBackground: true,
    meta: { quiet: true },
  })
  const known = useRef<{ ids: ReadonlySet<number>; total: number }>(undefined)
  const hear = useEffectEvent(() => {
    if (!data) return
    const before = known.current
    const ids = new Set([...(before?.ids ?? []), ...data.trips.map(({ id }) => id)])
    known.current = { ids, total: data.total_size }
    if (!before) return
    // The page has those that wait longest. While one leaves a longer list, another comes
    // into the page that is not new.
    const isAnother = ids.size > before.ids.size && (data.total_size >= before.total || before.total <= pageSize)
    if (isAnother || data.total_size > before.total) onNews()
  })
  useEffect(() => hear(), [data])
  return data?.total_size
}

/** How many trips have a refund that is asked for; undefined until it is known. */
export function useTripRefundCount(member: StaffMemberView, isOn: boolean) {
  const { data } = useQuery({
    queryKey: tripsKey(member, 'refund-count'),
    queryFn: ({ signal }) => fetchTrips(member, 'refund', 1, signal, 1),
    enabled: isOn,
    refetchInterval: pollInterval,
    meta: { quiet: true },
  })
  return data?.total_size
}

/** The status of a trip now; undefined: it could not be fetched. */
async function statusOf({ role }: StaffMemberView, id: number) {
  const get = role === 'admin' ? getAdminTrip : getVendorTrip
  const trip = await get({ path: { id }, throwOnError: true }).catch(() => undefined)
  return trip?.data.trip_status
}

type Made = { step: TripStep; trip: StaffTripView; answer: Answer }

/** Makes a step of a trip. Shows the reason if the server refuses it. If no response comes, the caller shows it. */
export function useTripStep(member: StaffMemberView) {
  const queryClient = useQueryClient()
  const { formatMessage: t } = useIntl()
  return useMutation({
    meta: { quiet: true }, // it is said here, or at the trip
    mutationFn: ({ step, trip, answer }: Made) => step.run(member.role, trip, answer),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tripsKey(member) }),
    onError: async (error, { step, trip: { id } }) => {
      await refetchAfter(queryClient, tripsKey(member), error)
      if (!isRefusal(error) || staffToken() === undefined) return
      // An earlier try may have succeeded, and only its response was lost. The trip may have left the list.
      if (step.to && hasCode(error, ['conflict']) && (await statusOf(member, id)) === step.to) return
      const reason = problems(error, t(common.offline)).map(({ message }) => message)
      toastProblem(t(text.refused, { id, reason: reason.join(' ') }))
    },
  })
}
