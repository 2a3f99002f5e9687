import { useEffect, useState } from 'react'
import { postRiderPosition } from '@/lib/api/sdk.gen'
import type { RiderPositionInputBody } from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/requests/problems'

/** The shortest time between two positions that are sent, ms. */
export const interval = 5000

type Problem = 'refused' | 'unavailable'
type Sharing = 'off' | 'on' | Problem

/**
 * Sends where this device is, after somebody has agreed, while an order is carried. When
 * the last one is delivered it ends, and the next order asks again (P5).
 */
export function useSharedPosition(isCarrying: boolean) {
  const [sharing, setSharing] = useState<Sharing>('off')
  if (!isCarrying && sharing !== 'off') setSharing('off')
  const isOn = isCarrying && sharing === 'on'
  useEffect(() => (isOn ? followDevice(setSharing) : undefined), [isOn])
  return [sharing, setSharing] as const
}

/** Sends the newest position, at most one in an interval. Returns a function that ends it. */
function followDevice(onProblem: (problem: Problem) => void) {
  // Missing on pages without HTTPS.
  if (!('geolocation' in navigator)) {
    onProblem('unavailable')
    return undefined
  }
  const ended = new AbortController()
  let newest: RiderPositionInputBody | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  const send = () => {
    pause = undefined
    if (!newest) return
    const body = newest
    newest = undefined
    pause = setTimeout(send, interval)
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(interval)])
    postRiderPosition({ body, signal, throwOnError: true }).catch((error: unknown) => {
      if (isRefusal(error) || ended.signal.aborted) return
      newest ??= body // the next try sends it, unless there is a newer one
      if (pause === undefined) send() // it failed only after the interval
    })
  }
  const { geolocation } = navigator
  const watch = geolocation.watchPosition(
    ({ coords: { latitude, longitude } }) => {
      newest = { latitude, longitude }
      if (pause === undefined) send()
    },
    ({ code, PERMISSION_DENIED }) => {
      // Without a signal, such as in a tunnel, the device goes on looking.
      if (code === PERMISSION_DENIED) onProblem('refused')
    },
    { enableHighAccuracy: true },
  )
  return () => {
    ended.abort()
    clearTimeout(pause)
    geolocation.clearWatch(watch)
  }
}
