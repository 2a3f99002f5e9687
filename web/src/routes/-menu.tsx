import { useQuery } from '@tanstack/react-query'
import { MenuAccount } from '@/features/account/menu-account'
import MenuDrawer, { type MenuList } from '@/features/frame/menu-drawer'
import { providerPageOptions } from '@/features/rental/rental-queries'
import { listLatestStoresOptions, listPopularStoresOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { ProvidersOutputBody, StoresOutputBody } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope/scope'
import { useModuleType } from '@/lib/scope/shop'
import { storeHref } from '@/lib/page/links'
import { providerHref } from '@/lib/page/rental-links'

const storesIn = ({ stores }: StoresOutputBody): MenuList['entries'] =>
  stores.map((store) => ({ name: store.name, href: storeHref(store) }))

const providersIn = ({ providers }: ProvidersOutputBody): MenuList['entries'] =>
  providers.map((provider) => ({ name: provider.name, href: providerHref(provider) }))

type Props = {
  opened: boolean
  onClose: () => void
  onWishlist?: () => void
  onSignIn: () => void
  onLogout: () => void
  /** Opens the choice of a module; undefined if there is only one (LOC-07). */
  onModule?: () => void
}

/** The menu with the sellers of the place, which are fetched when it is first opened. */
export default function Menu({ onSignIn, onLogout, ...state }: Props) {
  const type = useModuleType()
  const sellers = type === 'parcel' ? undefined : type === 'rental' ? 'providers' : 'stores'
  return (
    <MenuDrawer
      {...state}
      account={<MenuAccount onClose={state.onClose} onSignIn={onSignIn} onLogout={onLogout} />}
      sellers={sellers}
      latest={{ entries: useSellers('latest', sellers), allHref: '/store/latest' }}
      popular={{ entries: useSellers('popular', sellers), allHref: '/store/popular' }}
    />
  )
}

const storesOptions = { latest: listLatestStoresOptions, popular: listPopularStoresOptions }

/** Returns undefined while they load. */
function useSellers(of: 'latest' | 'popular', sellers: 'stores' | 'providers' | undefined) {
  const scope = useScope()
  const stores = useQuery({
    ...storesOptions[of]({ headers: scope.headers, query: { limit: 12 } }),
    select: storesIn,
    enabled: sellers === 'stores',
  })
  const providers = useQuery({
    ...providerPageOptions(of, 1, scope),
    select: providersIn,
    enabled: sellers === 'providers',
  })
  const list = sellers === 'providers' ? providers : stores
  return list.data ?? (list.isError ? [] : undefined)
}
