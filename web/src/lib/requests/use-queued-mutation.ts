import { useMutation, useQueryClient, type MutationMeta } from '@tanstack/react-query'
import { currentScope, scopeOfCall, sessionNumber, type Scope } from '@/lib/scope/scope'
import { sessionOver } from './session-over'

/** Where and by whom a change is made. Module and person may be others when its turn comes. */
export type Origin = { headers: Scope['headers']; session: number }

/** Returns the origin of a change that is made now. */
export const currentOrigin = (): Origin => ({ headers: currentScope().headers, session: sessionNumber() })

type Change<Input> = Origin & { input: Input }

/** Where a change was made, and whether no later one of the same module waits. */
export type Turn = { scope: Scope; isLast: () => boolean }

type Options<Data, Input> = {
  /** The name of the queue. */
  queue: string
  mutationKey?: string[]
  meta?: MutationMeta
  call: (input: Input, headers: Scope['headers']) => Promise<Data>
  onMutate?: (input: Input, turn: Turn) => unknown
  onSuccess?: (data: Data, turn: Turn) => unknown
  onError?: (error: Error, turn: Turn, input: Input) => unknown
  onSettled?: (turn: Turn) => unknown
}

/**
 * A mutation of a queue: one runs after the other, so that quick taps reach the server in order. A
 * change is sent for the module in which it was made. It is sent only by the person who made it:
 * after a sign-in or sign-out it rejects with AbortError, and nothing of it is stored or shown. A change
 * that is made by the answer to a question has the origin of that question.
 */
export function useQueuedMutation<Data, Input>({ queue, call, meta, ...options }: Options<Data, Input>) {
  const queryClient = useQueryClient()
  const turnOf = ({ headers }: Change<Input>): Turn => ({
    scope: scopeOfCall(headers),
    isLast: () =>
      queryClient.isMutating({
        predicate: ({ options: { scope }, state }) =>
          scope?.id === queue && (state.variables as Change<unknown>).headers.moduleId === headers.moduleId,
      }) === 1,
  })
  const isOver = ({ session }: Change<Input>) => session !== sessionNumber()
  const { mutate, mutateAsync, isPending } = useMutation<Data, Error, Change<Input>>({
    mutationKey: options.mutationKey,
    scope: { id: queue },
    meta: { ...meta, queued: true },
    mutationFn: (change) => (isOver(change) ? Promise.reject(sessionOver()) : call(change.input, change.headers)),
    onMutate: (change) => options.onMutate?.(change.input, turnOf(change)),
    onSuccess: (data, change) => (isOver(change) ? undefined : options.onSuccess?.(data, turnOf(change))),
    onError: (error, change) => (isOver(change) ? undefined : options.onError?.(error, turnOf(change), change.input)),
    onSettled: (_data, _error, change) => (isOver(change) ? undefined : options.onSettled?.(turnOf(change))),
  })
  return {
    isPending,
    mutate: (input: Input) => mutate({ ...currentOrigin(), input }),
    mutateAsync: (input: Input, origin = currentOrigin()) => mutateAsync({ ...origin, input }),
  }
}
