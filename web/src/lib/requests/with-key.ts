import { hasCode, isRefusal } from './problems'
import { randomKey } from './random-key'

export type KeyHeader = { 'Idempotency-Key': string }

/** Requests whose response has not arrived, by what was asked. at: Unix milliseconds. */
const unanswered = new Map<string, { key: string; at: number }>()

/** After this time the same request is a new attempt: a page of a gateway has ended, or somebody changed their mind. */
const maxAge = 15 * 60 * 1000

/** Whether the error leaves open if an earlier request with this key has had its effect. */
const isOpen = (error: unknown) =>
  !isRefusal(error) ||
  hasCode(error, ['internal', 'unavailable', 'too_many', 'unauthorized']) ||
  error.errors.some(({ field }) => field === 'Idempotency-Key')

/**
 * Makes a call that pays or moves money. After a lost response the same request has the same key,
 * so that it has its effect once and gets the first response (O1). After a response, or with
 * another request, the key is new.
 */
export async function withKey<Response>(asked: unknown, call: (headers: KeyHeader) => Promise<Response>) {
  const request = JSON.stringify(asked)
  const before = unanswered.get(request)
  const sent = before && Date.now() - before.at < maxAge ? before : { key: randomKey(), at: Date.now() }
  unanswered.set(request, sent)
  try {
    const response = await call({ 'Idempotency-Key': sent.key })
    unanswered.delete(request)
    return response
  } catch (error) {
    if (!isOpen(error)) unanswered.delete(request)
    throw error
  }
}

type Asked = { path?: unknown; body?: unknown; headers?: object }

/** Sends a generated mutation with a key. */
export function keyedMutation<Response, Options extends Asked, Context extends unknown[]>({
  mutationFn,
}: {
  mutationFn?: (options: Options, ...context: Context) => Promise<Response>
}) {
  return {
    mutationFn: (options: Options, ...context: Context) =>
      withKey([options.path, options.body], (headers) =>
        mutationFn!({ ...options, headers: { ...options.headers, ...headers } }, ...context),
      ),
  }
}
