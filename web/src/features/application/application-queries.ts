import { useQuery } from '@tanstack/react-query'
import { listBusinessPlansOptions, listZonesOptions } from '@/lib/api/@tanstack/react-query.gen'
import { getApplication, registerRider, registerVendor } from '@/lib/api/sdk.gen'
import type { ApplicationView } from '@/lib/api/types.gen'
import { shrink } from '@/lib/account/shrink-image'
import type { Kind, Values } from './draft'
import { numberIn } from './inputs'

/** The plans and zones that an application chooses from. */
export function useChoices() {
  const plans = useQuery(listBusinessPlansOptions())
  const zones = useQuery(listZonesOptions())
  const failed = [plans, zones].find(({ isError }) => isError)
  return {
    data: plans.data && zones.data && { ...plans.data, ...zones.data },
    isPending: plans.isPending || zones.isPending,
    isError: failed !== undefined,
    isRefetchError: plans.isRefetchError || zones.isRefetchError,
    error: failed?.error ?? null,
    refetch: () => Promise.all([plans.refetch(), zones.refetch()]),
  }
}

export type Choices = NonNullable<ReturnType<typeof useChoices>['data']>

const numbers = ['minimum_order', 'tax', 'delivery_time_min', 'delivery_time_max']

type Sent = { values: Values; files: Partial<Record<string, File>>; locale: string; key: string }

/** Sends an application, its photos scaled down. Returns its token. */
export async function sendApplication(kind: Kind, { values, files, locale, key }: Sent) {
  const body: Record<string, string | File> = {}
  for (const [field, typed] of Object.entries(values)) {
    if (typed === undefined || typed === '' || field === 'confirm_password') continue
    body[field] = numbers.includes(field) ? String(numberIn(typed, locale)) : typed
  }
  for (const [field, file] of Object.entries(files)) if (file) body[field] = await shrink(file)
  const register = kind === 'store' ? registerVendor : registerRider
  const { data } = await register({ body, headers: { 'Idempotency-Key': key }, throwOnError: true })
  return data.token
}

/** How often a waiting application is looked at again, ms. */
const pollInterval = 30_000

/** An approved store is known to the shop a moment later, ms. */
const storeInterval = 2_000

/** When an application is looked at again; false: never. */
function nextLook(application: ApplicationView | undefined) {
  if (!application || application.status === 'waiting') return pollInterval
  const isStoreMissing = application.kind === 'store' && application.status === 'approved' && !application.store_slug
  return isStoreMissing && storeInterval
}

/** The application of a token. */
export const useApplication = (token: string) =>
  useQuery({
    queryKey: ['application', token],
    queryFn: async ({ signal }) =>
      (await getApplication({ headers: { 'X-Application-Token': token }, signal, throwOnError: true })).data,
    staleTime: 0,
    gcTime: 60_000, // it is private: not longer than it is looked at
    refetchInterval: ({ state }) => nextLook(state.data),
  })
