import { useState, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { lazyExtra } from '@/components/loading/lazy'
import { OfflineBanner } from '@/components/loading/offline-banner'
import type { LandingView } from '@/lib/api/types.gen'
import { useHydrated } from '@/lib/page/use-hydrated'
import { defineMessages } from '@/lib/text/messages'
import type { ModuleType } from '@/lib/scope/scope'
import { isLoginOn, useShop } from '@/lib/scope/shop'
import { CartButton } from './cart-button'
import { Header } from './header'
import { TabBar } from './tab-bar'
import type { Href } from '@/lib/page/href'
import { TopBar } from './top-bar'
import c from './frame.module.css'

// The footer is below the first screen and last on the page, so loading it late moves nothing.
const Footer = lazyExtra(() => import('./footer').then(({ Footer }) => ({ default: Footer })))

const text = defineMessages({
  skip: { id: 'frame.skip', defaultMessage: 'Skip to the content' },
})

/** The parts of the frame that features provide; the route fills them in. */
export type FrameSlots = {
  /** The delivery place: one line for the top bar, two for the compact header. */
  place: (lines: 'one' | 'two') => ReactNode
  search: ReactNode
  /** Of the cart, or of the trip cart in rental; undefined until it is loaded. */
  cartCount: number | undefined
  onCart: () => void
  /** Opens the search on phones. */
  onSearch: () => void
  bell?: ReactNode
  icons?: ReactNode
  account?: ReactNode
  onSignIn?: () => void
  /** Opens the dialog with the shop's address on a map. */
  onMap: () => void
  /** Opens the choice of a module; undefined if there is only one. */
  onModule?: () => void
  /** The menu drawer. It is rendered only after it was opened, so it may load late. */
  menu: (state: { opened: boolean; onClose: () => void }) => ReactNode
}

type Props = {
  slots: FrameSlots
  landing: LandingView
  moduleType: ModuleType | undefined
  homeHref: Href
  signedIn: boolean
  /** Hides the tab bar and the footer, so that checkout has no links away from it. */
  focused?: boolean
  children: ReactNode
}

/** The layout of every page: top bar, header, footer and on phones the tab bar. */
export function Frame({ slots, landing, moduleType, homeHref, signedIn, focused = false, children }: Props) {
  const shop = useShop()
  const [menu, setMenu] = useState(false)
  const login = isLoginOn(shop)
  const isHydrated = useHydrated()
  const cart = <CartButton count={slots.cartCount} isTrip={moduleType === 'rental'} onOpen={slots.onCart} />
  return (
    <div className={c.page} data-focused={focused || undefined}>
      <a href="#content" className={c.skip}>
        <FormattedMessage {...text.skip} />
      </a>
      <OfflineBanner />
      <TopBar place={slots.place('one')} phone={shop.phone} onModule={isHydrated ? slots.onModule : undefined} />
      <Header
        shop={shop}
        moduleType={moduleType}
        homeHref={homeHref}
        place={slots.place('two')}
        search={slots.search}
        cart={moduleType === 'parcel' ? null : cart}
        login={login}
        bell={slots.bell}
        icons={slots.icons}
        account={slots.account}
        onSignIn={slots.onSignIn}
        onMenu={() => setMenu(true)}
      />
      <main id="content" className={c.main} tabIndex={-1}>
        {children}
      </main>
      {!focused && isHydrated && (
        <Footer shop={shop} landing={landing} onMap={slots.onMap} login={login} signedIn={signedIn} />
      )}
      {!focused && (
        <TabBar
          moduleType={moduleType}
          cartCount={slots.cartCount}
          onCart={slots.onCart}
          onSearch={slots.onSearch}
          signedIn={signedIn}
        />
      )}
      {slots.menu({ opened: menu, onClose: () => setMenu(false) })}
    </div>
  )
}
