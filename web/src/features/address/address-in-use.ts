import type { AddressView } from '@/lib/api/types.gen'
import { postAddressUse } from '@/lib/api/sdk.gen'
import { currentScope, useScope } from '@/lib/scope/scope'

type Where = Pick<AddressView, 'address' | 'latitude' | 'longitude'>

/** Returns a function that checks whether an address is the current place. */
export function useIsInUse() {
  const { location, point } = useScope()
  return ({ address, latitude, longitude }: Where) =>
    location === address && point?.lat === latitude && point.lng === longitude
}

/**
 * Marks an address as used last, so that lists show it first. Works even if the page
 * reloads. Errors are ignored, because they only affect the sorting.
 */
export function noteUse(id: number) {
  const call = { headers: currentScope().headers, path: { id }, keepalive: true, throwOnError: false } as const
  void postAddressUse(call).catch(() => undefined)
}
