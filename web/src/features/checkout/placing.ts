import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { asShopper } from '@/lib/account/guest'
import { useMounted } from '@/lib/page/use-mounted'
import { isRefusal, isRefusedEarly, isUncertain } from '@/lib/requests/problems'
import { isRecord } from '@/lib/scope/guards'
import { currentScope, sessionNumber, useScope } from '@/lib/scope/scope'
import { readTabValue, useTabValue, writeTabValue, type TabKey } from '@/lib/scope/tab-storage'
import { randomKey } from '@/lib/requests/random-key'
import { isSessionOver, sessionOver } from '@/lib/requests/session-over'

/** Whether the server says that this key has placed something, of another request. */
export const isPlacedBefore = (error: unknown) =>
  isRefusal(error) && error.errors.some(({ code, field }) => code === 'conflict' && field === 'Idempotency-Key')

/**
 * A sent request. at: Unix milliseconds; signedIn: a customer sent it. moduleId is a header, but part
 * of what was asked: in another module the server takes it for another request under the same key.
 */
type Sent<Request> = { key: string; body: Request; at: number; signedIn: boolean; moduleId?: string }

/** The server stores a key for a day. After that, the same key would place a second one. */
const maxAge = 20 * 60 * 60 * 1000

function parseSent<Request>(stored: unknown): Sent<Request> | undefined {
  if (!isRecord(stored) || typeof stored.key !== 'string' || !isRecord(stored.body) || typeof stored.at !== 'number')
    return undefined
  return Date.now() - stored.at < maxAge ? (stored as Sent<Request>) : undefined
}

/** Who began to place. The request is sent, and sent again, only for this person. */
type Sender = { session: number; isGuest: boolean }

const isGone = ({ session }: Sender) => session !== sessionNumber()

/** Removes a sent request, unless another one is stored by now. */
function forget(tabKey: TabKey, key: string) {
  if (parseSent(readTabValue(tabKey))?.key === key) writeTabValue(tabKey, null)
}

/** The call that places, with the headers of the scope and of the key, and the id of a guest. */
type Call<Request, Placed> = (sent: {
  body: Request
  headers: { 'Idempotency-Key': string; moduleId?: string }
  guestId: string | undefined
}) => Promise<Placed>

/**
 * Sends a request. If it is unknown whether an earlier one was placed, sends that one
 * again instead, because another one could be a second order.
 */
async function send<Request, Placed>(
  tabKey: TabKey,
  request: Request,
  sender: Sender,
  call: Call<Request, Placed>,
): Promise<Placed> {
  if (isGone(sender)) throw sessionOver()
  const before = parseSent<Request>(readTabValue(tabKey))
  const { headers, signedIn } = currentScope()
  const sent = before ?? { key: randomKey(), body: request, at: Date.now(), signedIn, moduleId: headers.moduleId }
  const { key, moduleId = headers.moduleId } = sent
  const wasOnline = navigator.onLine
  writeTabValue(tabKey, sent)
  try {
    const placed = await asShopper((guestId) => {
      if (isGone(sender)) throw sessionOver()
      return call({ body: sent.body, headers: { ...headers, moduleId, 'Idempotency-Key': key }, guestId })
    })
    forget(tabKey, key)
    // What a customer placed is not shown to the next person (C2). A guest who has signed in is the same one.
    if (isGone(sender) && !sender.isGuest) throw sessionOver()
    return placed
  } catch (error) {
    const isUnanswered = before
      ? isUncertain(error) || isRefusedEarly(error)
      : isUncertain(error) && wasOnline && !isSessionOver(error)
    if (!isUnanswered) forget(tabKey, key)
    throw error
  }
}

export type Callbacks<Placed> = {
  /** Called even if the checkout has been left. isHere: it is still open. isGuest: a guest placed it. */
  onPlaced?: (placed: Placed, isHere: boolean, isGuest: boolean) => void
  /** Called with the error if the checkout has been left. Until then the caller of mutate shows it. */
  onFailedElsewhere?: (error: unknown) => void
}

type Options<Request, Placed> = Callbacks<Placed> & {
  /** Where the sent request is stored. */
  tabKey: TabKey
  call: Call<Request, Placed>
}

/**
 * Places what a shopper buys. After a lost response, a second click or a reload the request is
 * sent again with the same key, so that it is placed only once (CHK-04). unanswered is the
 * request of which it is unknown whether it was placed. Its key belongs to the shopper who sent
 * it, so isMine is false for a guest if a customer did. After a sign-in or sign-out nothing is sent
 * again, and showErrors is not called. isAgain: an earlier request was repeated.
 */
export function usePlacing<Request, Placed>({ tabKey, call, ...callbacks }: Options<Request, Placed>) {
  const mounted = useMounted()
  const { signedIn } = useScope()
  const sent = parseSent<Request>(useTabValue(tabKey))
  const sender = useRef<Sender>(undefined)
  const place = useMutation({
    meta: { quiet: true },
    retry: (failures, error) => failures < 2 && !isRefusal(error) && !isSessionOver(error),
    retryDelay: 1_000,
    onMutate: () => {
      const isGuest = !currentScope().signedIn
      sender.current = { session: sessionNumber(), isGuest }
      return { isAgain: parseSent(readTabValue(tabKey)) !== undefined, isGuest }
    },
    mutationFn: (request: Request) => send(tabKey, request, sender.current!, call),
    onSuccess: (placed, _request, { isGuest }) => callbacks.onPlaced?.(placed, mounted.current, isGuest),
    onError: (error) => (mounted.current || isSessionOver(error) ? undefined : callbacks.onFailedElsewhere?.(error)),
  })
  const isRepeating = place.isPending && place.context?.isAgain
  // send() removes the stored request a moment before the mutation ends.
  const repeated = isRepeating ? { body: place.variables, signedIn: false } : undefined
  const unanswered = (place.isPending && !isRepeating) || place.isSuccess ? undefined : (sent ?? repeated)
  return {
    ...place,
    place: (request: Request, showErrors: (error: unknown, isAgain: boolean) => void) =>
      place.mutate(request, {
        onError: (error, _request, context) => isSessionOver(error) || showErrors(error, context?.isAgain ?? false),
      }),
    unanswered: unanswered && { body: unanswered.body, isMine: !unanswered.signedIn || signedIn },
  }
}

/** Whether it is certain, after a failed request, that nothing was placed. */
export const isNothingPlaced = (tabKey: TabKey) => parseSent(readTabValue(tabKey)) === undefined
