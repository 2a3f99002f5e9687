import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isId, isRecord } from '@/lib/scope/guards'
import { onStorageChange, read, readJson, write } from '@/lib/scope/local-storage'

/** An order or a trip placed on this device. Its token allows reading and canceling it. */
type KnownPurchase = {
  id: number
  token: string
  /** The token is deleted at this time, in Unix milliseconds. */
  until?: number
}

const kept = 20
const hour = 60 * 60 * 1000
const day = 24 * hour
const maxLife = 30 * day // from now or from the planned end, for one that is not opened again

/** Times are Unix milliseconds. */
type Times = {
  /** When a trip is to be returned; before that its guest may have no reason to open it. */
  plannedEnd?: number
  endedAt?: number | undefined
}

const isKnown = (value: unknown): value is KnownPurchase =>
  isRecord(value) &&
  isId(value.id) &&
  typeof value.token === 'string' &&
  /^[\w.-]{16,128}$/.test(value.token) &&
  (value.until === undefined || (typeof value.until === 'number' && value.until > Date.now()))

/** Returns the token from the hash of a link, or null. */
export const tokenFromHash = (hash: string) => new URLSearchParams(hash).get('token')

/** The orders or trips that a guest has placed on this device (D29). */
export function knownPurchases(key: 'guest_orders' | 'guest_trips') {
  function all(): KnownPurchase[] {
    const value = readJson(key)
    return Array.isArray(value) ? value.filter(isKnown).slice(0, kept) : []
  }

  /** Stores a token. The oldest tokens are removed to make room. */
  function store(purchase: Required<KnownPurchase>) {
    const others = all().filter(({ id }) => id !== purchase.id)
    write({ [key]: JSON.stringify([purchase, ...others].slice(0, kept)) })
  }

  /** Stores a token for the longest time. */
  const remember = ({ id, token, plannedEnd = 0 }: KnownPurchase & Pick<Times, 'plannedEnd'>) =>
    store({ id, token, until: Math.max(Date.now(), plannedEnd) + maxLife })

  /**
   * Keeps the token of what was opened for the longest time again, or until a day after it ended. If that day is over, the
   * token is from a saved link: it is kept for an hour, so that a reload works.
   */
  function rememberOpened(id: number, { endedAt, plannedEnd }: Times) {
    const known = all().find((each) => each.id === id)
    if (!known) return
    if (endedAt === undefined) return remember({ ...known, plannedEnd })
    const atMost = Date.now() + hour
    store({ ...known, until: Math.max(endedAt + day, Math.min(known.until ?? atMost, atMost)) })
  }

  /** Stores the token of a link. A stored token is kept, so that a foreign link cannot replace it. */
  function rememberLink(id: number, token: string) {
    if (!all().some((each) => each.id === id)) remember({ id, token })
  }

  /** Removes the token of what its customer opens by the session. */
  const forget = (id: number) => write({ [key]: JSON.stringify(all().filter((each) => each.id !== id)) })

  /** Returns all known purchases; an empty list on the server. */
  function useAll(): KnownPurchase[] {
    const text = useSyncExternalStore(
      onStorageChange,
      () => read(key),
      () => null,
    )
    return useMemo(() => (text === null ? [] : all()), [text])
  }

  /** Stores the token of a saved link and removes it from the URL and the history. Returns false until that is done. */
  function useLink(id: number) {
    const token = useLocation({ select: ({ hash }) => tokenFromHash(hash) })
    const navigate = useNavigate()
    useEffect(() => {
      if (!token) return
      rememberLink(id, token)
      void navigate({ to: '.', hash: '', replace: true })
    }, [id, token, navigate])
    return !token
  }

  return { remember, rememberOpened, rememberLink, forget, useAll, useLink }
}
