import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MenuAccount } from '@/features/account/menu-account'
import MenuDrawer, { type MenuList } from '@/features/frame/menu-drawer'
import { ModulePopup } from '@/features/module/module-popup'
import { listLatestStoresOptions, listPopularStoresOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { StoresOutputBody } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope'
import { useShop } from '@/lib/shop'
import { useAfterModule } from './-after-module'

const entries = ({ stores }: StoresOutputBody): MenuList['entries'] =>
  stores.map(({ name, slug, module_id }) => ({ name, href: `/store/${slug}?module_id=${module_id}` }))

type Props = {
  opened: boolean
  onClose: () => void
  onWishlist?: () => void
  onSignIn: () => void
  onLogout: () => void
}

/** The menu with the stores of the place; it asks for them when it is first opened. */
export default function Menu({ onSignIn, onLogout, ...state }: Props) {
  const { headers } = useScope()
  const latest = useQuery({ ...listLatestStoresOptions({ headers, query: { limit: 12 } }), select: entries })
  const popular = useQuery({ ...listPopularStoresOptions({ headers, query: { limit: 12 } }), select: entries })
  const goOn = useAfterModule()
  const [modules, setModules] = useState<'never' | 'open' | 'closed'>('never')
  const close = () => setModules('closed')
  const drawer = (
    <MenuDrawer
      {...state}
      onModule={useShop().module.length > 1 ? () => setModules('open') : undefined}
      account={<MenuAccount onClose={state.onClose} onSignIn={onSignIn} onLogout={onLogout} />}
      latest={{ entries: latest.data ?? (latest.isError ? [] : undefined), allHref: '/store/latest' }}
      popular={{ entries: popular.data ?? (popular.isError ? [] : undefined), allHref: '/store/popular' }}
    />
  )
  return (
    <>
      {drawer}
      {modules !== 'never' && (
        <ModulePopup
          opened={modules === 'open'}
          onClose={close}
          onChosen={(module) => {
            close()
            goOn(module)
          }}
        />
      )}
    </>
  )
}
