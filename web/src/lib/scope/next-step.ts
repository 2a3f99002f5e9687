import type { ConfigView } from '@/lib/api/types.gen'
import { isLoginOn } from './shop'

/** The next step after the cart: a page, the question of GuestPrompt ('ask') or the sign-in ('auth'). */
type NextStep = 'home' | 'checkout' | 'ask' | 'auth'

/**
 * Returns the next step of the button of a cart or a trip cart (CART-06). If no sign-in method is enabled
 * it opens the checkout (D24), which shows a message if guests may not order.
 */
export function nextStep(shop: ConfigView, { isEmpty, signedIn }: { isEmpty: boolean; signedIn: boolean }): NextStep {
  if (isEmpty) return 'home'
  if (signedIn || !isLoginOn(shop)) return 'checkout'
  return shop.guest_checkout_status === 1 ? 'ask' : 'auth'
}
