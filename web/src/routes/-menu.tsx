import { useQuery } from '@tanstack/react-query'
import { MenuAccount } from '@/features/account/menu-account'
import MenuDrawer, { type MenuList } from '@/features/frame/menu-drawer'
import { listLatestStoresOptions, listPopularStoresOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { StoresOutputBody } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope/scope'
import { storeHref } from '@/lib/page/links'

const entries = ({ stores }: StoresOutputBody): MenuList['entries'] =>
  stores.map((store) => ({ name: store.name, href: storeHref(store) }))

type Props = {
  opened: boolean
  onClose: () => void
  onWishlist?: () => void
  onSignIn: () => void
  onLogout: () => void
  /** Opens the choice of a module; undefined if there is only one (LOC-07). */
  onModule?: () => void
}

/** The menu with the stores of the place, which are fetched when it is first opened. */
export default function Menu({ onSignIn, onLogout, ...state }: Props) {
  const { headers } = useScope()
  const latest = useQuery({ ...listLatestStoresOptions({ headers, query: { limit: 12 } }), select: entries })
  const popular = useQuery({ ...listPopularStoresOptions({ headers, query: { limit: 12 } }), select: entries })
  return (
    <MenuDrawer
      {...state}
      account={<MenuAccount onClose={state.onClose} onSignIn={onSignIn} onLogout={onLogout} />}
      latest={{ entries: latest.data ?? (latest.isError ? [] : undefined), allHref: '/store/latest' }}
      popular={{ entries: popular.data ?? (popular.isError ? [] : undefined), allHref: '/store/popular' }}
    />
  )
}
