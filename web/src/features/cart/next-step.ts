import type { ConfigView } from '@/lib/api/types.gen'
import { isLoginOn } from '@/lib/scope/shop'

/** What the cart's button leads to. */
type Onward = 'home' | 'checkout' | 'ask' | 'auth'

/**
 * Where the checkout button leads (CART-06). With no login type switched on
 * there is nothing to ask and nowhere to sign in (D24): the checkout itself says
 * when it takes no guests.
 */
export function nextStep(shop: ConfigView, { isEmpty, signedIn }: { isEmpty: boolean; signedIn: boolean }): Onward {
  if (isEmpty) return 'home'
  if (signedIn || !isLoginOn(shop)) return 'checkout'
  return shop.guest_checkout_status === 1 ? 'ask' : 'auth'
}
