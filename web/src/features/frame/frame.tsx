import { useState, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { lazyExtra } from '@/components/lazy'
import { OfflineBanner } from '@/components/offline-banner'
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

// Nobody sees it first, and nothing stands below it.
const Footer = lazyExtra(() => import('./footer').then(({ Footer }) => ({ default: Footer })))

const text = defineMessages({
  skip: { id: 'frame.skip', defaultMessage: 'Skip to the content' },
})

/** What the features put into the frame; the route joins them. */
export type FrameSlots = {
  /** Where the order goes, in one line for the top bar and in two for the compact header. */
  place: (lines: 'one' | 'two') => ReactNode
  search: ReactNode
  /** undefined until it is known. */
  cartCount: number | undefined
  onCart: () => void
  /** Takes a phone to where it can search. */
  onSearch: () => void
  /** The trip cart's pill, which takes the cart's place in rental. */
  tripCart?: ReactNode
  icons?: ReactNode
  account?: ReactNode
  onSignIn?: () => void
  /** Opens the shop's place on a map. */
  onMap: () => void
  /** Asks what to shop for; absent where there is nothing to choose among. */
  onModule?: () => void
  /** The menu drawer; drawn only once it was opened, so it may come late. */
  menu: (state: { opened: boolean; onClose: () => void }) => ReactNode
}

type Props = {
  slots: FrameSlots
  landing: LandingView
  moduleType: ModuleType | undefined
  homeHref: Href
  signedIn: boolean
  /** Whether vendors and riders may apply. */
  joining?: boolean
  /** Checkout hides the tab bar and the footer: nothing leads away from paying. */
  focused?: boolean
  children: ReactNode
}

/** What stands around every page: top bar, header, footer and on phones the tab bar. */
export function Frame({
  slots,
  landing,
  moduleType,
  homeHref,
  signedIn,
  joining = false,
  focused = false,
  children,
}: Props) {
  const shop = useShop()
  const [menu, setMenu] = useState(false)
  const login = isLoginOn(shop)
  const isHydrated = useHydrated()
  const cart = moduleType === 'rental' ? slots.tripCart : <CartButton count={slots.cartCount} onOpen={slots.onCart} />
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
        icons={slots.icons}
        account={slots.account}
        onSignIn={slots.onSignIn}
        onMenu={() => setMenu(true)}
      />
      <main id="content" className={c.main} tabIndex={-1}>
        {children}
      </main>
      {!focused && isHydrated && (
        <Footer shop={shop} landing={landing} onMap={slots.onMap} joining={joining} login={login} signedIn={signedIn} />
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
