import { isRefusal, isRefusedEarly, isUncertain } from './problems'
import { randomKey } from './random-key'

export type KeyHeader = { 'Idempotency-Key': string }

/** A key, and when it was first sent, in Unix milliseconds. */
type Sent = { key: string; at: number }

/** Keys of requests whose response has not arrived: by what they are about, then by what was asked. */
const unanswered = new Map<string, Map<string, Sent>>()

/** After this time the same request gets a new key: the page of the gateway may have ended, or the shopper means it again. */
const maxAge = 15 * 60 * 1000

/** Whether an earlier request with this key may have had its effect. */
const mayHaveSucceeded = (error: unknown) =>
  isUncertain(error) ||
  isRefusedEarly(error) ||
  (isRefusal(error) && error.errors.some(({ field }) => field === 'Idempotency-Key'))

/**
 * Makes a call that pays or moves money. After a lost response the same request has the same key,
 * so that it has its effect once and gets the first response (O1). Another request gets a new key.
 * The same request gets a new key once another one about the same thing has succeeded, because the
 * first response would be out of date.
 */
export async function withKey<Response>(
  about: unknown,
  asked: unknown,
  call: (headers: KeyHeader) => Promise<Response>,
) {
  const subject = JSON.stringify(about)
  const request = JSON.stringify(asked)
  const key = keyFor(subject, request)
  try {
    const response = await call({ 'Idempotency-Key': key })
    unanswered.delete(subject)
    return response
  } catch (error) {
    if (!mayHaveSucceeded(error)) unanswered.get(subject)?.delete(request)
    throw error
  }
}

/** Returns the key of the same request if its response has not arrived, or stores a new one. */
function keyFor(subject: string, request: string) {
  const requests = unanswered.get(subject) ?? new Map<string, Sent>()
  const before = requests.get(request)
  if (before && Date.now() - before.at < maxAge) return before.key
  const key = randomKey()
  unanswered.set(subject, requests.set(request, { key, at: Date.now() }))
  return key
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
      withKey(options.path, options.body, (headers) =>
        mutationFn!({ ...options, headers: { ...options.headers, ...headers } }, ...context),
      ),
  }
}
