import type { AddressView } from '@/lib/api/types.gen'
import { postAddressUse } from '@/lib/api/sdk.gen'
import { currentScope, useScope } from '@/lib/scope/scope'

type Where = Pick<AddressView, 'address' | 'latitude' | 'longitude'>

/** Tells of an address whether the page shops at it. */
export function useIsInUse() {
  const { location, point } = useScope()
  return ({ address, latitude, longitude }: Where) =>
    location === address && point?.lat === latitude && point.lng === longitude
}

/** Puts an address first in the lists from now on. The page may be loaded again meanwhile; if it fails, only the order is older. */
export function noteUse(id: number) {
  const call = { headers: currentScope().headers, path: { id }, keepalive: true, throwOnError: false } as const
  void postAddressUse(call).catch(() => undefined)
}
