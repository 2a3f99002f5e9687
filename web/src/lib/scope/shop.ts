import { createContext, use, useCallback } from 'react'
import type { ConfigView } from '@/lib/api/types.gen'
import { currencyOf, formatMoney } from '@/lib/text/money'

const ShopContext = createContext<ConfigView | undefined>(undefined)

/** Gives the shop's configuration to everything below. */
export const ShopProvider = ShopContext.Provider

/** The shop's configuration; the frame draws nothing before it is there. */
export function useShop(): ConfigView {
  const shop = use(ShopContext)
  if (!shop) throw new Error('useShop needs a ShopProvider above it')
  return shop
}

/** Writes amounts inside sentences: t(text.away, { amount: money(8.3) }). */
export function useMoney() {
  const shop = useShop()
  return useCallback((major: number) => formatMoney(major, currencyOf(shop)), [shop])
}

/** Whether any way of signing in is switched on; without one, hearts and Sign In are hidden (D24). */
export function isLoginOn({ centralize_login: login }: ConfigView) {
  return login.manual_login_status + login.otp_login_status + login.social_login_status > 0
}
