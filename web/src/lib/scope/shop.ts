import { createContext, use, useCallback } from 'react'
import type { ConfigView } from '@/lib/api/types.gen'
import { currencyOf, formatMoney } from '@/lib/text/money'
import { useScope, type ModuleType, type Scope } from './scope'

const ShopContext = createContext<ConfigView | undefined>(undefined)

/** Provides the shop's configuration. */
export const ShopProvider = ShopContext.Provider

/** The shop's configuration. The frame renders nothing before it is loaded. */
export function useShop(): ConfigView {
  const shop = use(ShopContext)
  if (!shop) throw new Error('useShop needs a ShopProvider above it')
  return shop
}

type Chosen = Pick<Scope, 'module'>
type Modules = Pick<ConfigView, 'module' | 'default_module_id'>

/** The default module of the place, which the server uses for calls without a module (LOC-06). */
function defaultModuleOf({ default_module_id }: Modules): number {
  // During an upgrade an older instance may respond, which does not send it: there it is food.
  return default_module_id ?? 10
}

/** The id of the module in force: the chosen one, or the default one. undefined before the configuration is loaded. */
export const moduleIdOf = ({ module }: Chosen, shop: Modules | undefined) =>
  module?.id ?? (shop && defaultModuleOf(shop))

/** The type of the module in force. */
export const moduleTypeOf = ({ module }: Chosen, shop: Modules | undefined): ModuleType | undefined =>
  module?.module_type ?? shop?.module.find(({ id }) => id === defaultModuleOf(shop))?.module_type

export function useModuleId(): number {
  const { module } = useScope()
  const shop = useShop()
  return module?.id ?? defaultModuleOf(shop)
}

export const useModuleType = () => moduleTypeOf(useScope(), use(ShopContext))

/** Whether vehicles are rented. In rental every text that elsewhere says delivery says pickup (HDR-09). */
export const useIsRental = () => useModuleType() === 'rental'

/** Formats amounts for sentences: t(text.away, { amount: money(8.3) }). */
export function useMoney() {
  const shop = useShop()
  return useCallback((major: number) => formatMoney(major, currencyOf(shop)), [shop])
}

/** Whether friends are rewarded (HDR-03). The reward goes into the wallet, so both must be on. */
export function hasReferral({ ref_earning_status, customer_wallet_status }: ConfigView) {
  return ref_earning_status === 1 && customer_wallet_status === 1
}

/** Whether a sign-in method is enabled. Without one, hearts and Sign In are hidden (D24). */
export function isLoginOn({ centralize_login: login }: ConfigView) {
  return login.manual_login_status + login.otp_login_status + login.social_login_status > 0
}
