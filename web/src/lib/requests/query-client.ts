import { MutationCache, QueryClient, type Mutation } from '@tanstack/react-query'
import { client } from '@/lib/api/client.gen'
import { isRecord, parseJson } from '@/lib/scope/guards'
import { mayRepeat } from './problems'
import { currentScope, onScopeChange, type Scope, sessionNumber } from '@/lib/scope/scope'

type MountedRef = { readonly current: boolean }

const isQuiet = (quiet: boolean | MountedRef | undefined) => (typeof quiet === 'object' ? quiet.current : quiet)

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * quiet: the caller shows the error itself, either always or while it is mounted (lib/page/use-mounted.ts).
     * queued: it is sent only in the session in which it was made (use-queued-mutation.ts).
     */
    mutationMeta: { quiet?: boolean | MountedRef; queued?: boolean }
  }
}

/** How long a list of categories is not fetched again, in ms (BRW-05). */
export const categoriesStaleTime = 300_000

/** For a query whose data is fetched again each time a component begins to use it. */
export const alwaysRefetch = { staleTime: 0 } as const

/** Creates the page's query client. onFailure is called for each failed mutation that is not quiet. */
export function createQueryClient(onFailure: (error: unknown) => void) {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: mayRepeat,
        networkMode: 'always', // the browser may be wrong about being offline
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!isQuiet(mutation.meta?.quiet)) onFailure(error)
      },
    }),
  })
}

/** The parts of a key that depend on the scope. */
const cacheOwner = ({ headers, guestId }: Scope, session: number) => JSON.stringify([headers, guestId, session])

/**
 * Clears everything but the queries of the session (meta.ofSession), which are about the person and not
 * about a place. Mutations that are not done stay: without them those behind them would never be sent.
 */
function clearResponses(queryClient: QueryClient) {
  queryClient.removeQueries({ predicate: ({ meta }) => !meta?.ofSession })
  const mutations = queryClient.getMutationCache()
  const isSettled = ({ state }: Mutation) => state.status !== 'pending'
  for (const mutation of mutations.findAll({ predicate: isSettled })) mutations.remove(mutation)
}

/** Clears everything for another person. What waits in a queue is continued, because it rejects only then. */
function clearForPerson(queryClient: QueryClient) {
  const isWaiting = ({ state, meta }: Mutation) => state.isPaused && meta?.queued === true
  const waiting = queryClient.getMutationCache().findAll({ predicate: isWaiting })
  queryClient.clear()
  for (const mutation of waiting) void mutation.continue()
}

/**
 * Clears the cache when zone, module, language or person changes, so that no old response
 * is shown. What a person has written stays while it is theirs. Returns an unsubscribe function.
 */
export function clearOnNewScope(queryClient: QueryClient) {
  let [before, session] = [currentScope(), sessionNumber()]
  return onScopeChange(() => {
    const [now, nowSession] = [currentScope(), sessionNumber()]
    // A first guest id belongs to the same shopper.
    const sameShopper = before.guestId === undefined && !before.signedIn
    const wanted = sameShopper ? { ...before, guestId: now.guestId } : before
    const same = cacheOwner(wanted, session) === cacheOwner(now, nowSession)
    const sameSession = session === nowSession
    ;[before, session] = [now, nowSession]
    if (same) return
    if (sameSession) clearResponses(queryClient)
    else clearForPerson(queryClient)
  })
}

/** A response that came with the page. */
type Preloaded = { operation: string; params: { path?: object; query?: object }; body: unknown }

const isPreloaded = (value: unknown): value is Preloaded =>
  isRecord(value) && typeof value.operation === 'string' && isRecord(value.params) && 'body' in value

/**
 * Seeds the cache with the responses that came with the page, under the keys of
 * the generated functions, so that the first view fetches nothing.
 */
export function seedPreloaded(queryClient: QueryClient, text: string | null | undefined, scope: Scope) {
  const blocks = parseJson(text)
  if (!Array.isArray(blocks)) return
  for (const { operation, params, body } of blocks.filter(isPreloaded)) {
    const key = { _id: operation, baseUrl: client.getConfig().baseUrl, headers: scope.headers, ...params }
    queryClient.setQueryData([key], body)
  }
}
