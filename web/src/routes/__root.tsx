import { createRootRouteWithContext, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { RouteContext } from '@/app'
import { lazyExtra, lazyOverlay, lazyPart } from '@/components/loading/lazy'
import { RouteError } from '@/components/loading/route-error'
import { AccountButton } from '@/features/account/account-button'
import { CartProvider } from '@/features/cart/cart-provider'
import { countOf, useCartSelection } from '@/features/cart/cart-queries'
import { Frame } from '@/features/frame/frame'
import { LocationButton } from '@/features/frame/location-button'
import { LocationPicker } from '@/features/place/location-picker'
import { ZoneBar } from '@/features/place/zone-bar'
import { SearchBox } from '@/features/search/search-box'
import { hasWishlist, WishlistButton } from '@/features/wishlist/wishlist-button'
import { getConfigOptions, getLandingPageOptions } from '@/lib/api/@tanstack/react-query.gen'
import { isCheckout } from '@/lib/account/return-to'
import { useHydrated } from '@/lib/page/use-hydrated'
import { HeartProvider, type HeartProps } from '@/contracts/heart'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { isLoginOn, moduleTypeOf, ShopProvider, useModuleType, useShop } from '@/lib/scope/shop'
import { AccountDialogsProvider, type AccountDialogs } from '@/contracts/account-dialogs'
import { useDialogs } from './-dialogs'
import { Items } from './-items'
import { Modules } from './-modules'
import { NotFound } from './-not-found'
import { Trips } from './-trips'

const Toasts = lazyExtra(() => import('@/components/overlay/toasts').then(({ Toasts }) => ({ default: Toasts })))
const Menu = lazyOverlay(() => import('./-menu'))
const CartBar = lazyExtra(() => import('@/features/cart/cart-bar'))
const TripCount = lazyExtra(() => import('@/features/trip-cart/trip-count'))
const Bell = lazyExtra(() => import('@/features/notification/bell'))
const InboxButton = lazyExtra(() => import('@/features/conversation/inbox-button'))
const Heart = lazyExtra(() => import('@/features/wishlist/heart'))
const SavedPlaces = lazyPart(() => import('@/features/address/saved-places'))

const drawHeart = (props: HeartProps) => <Heart {...props} />

const configOptions = ({ headers }: Scope) => getConfigOptions({ headers })
const landingOptions = ({ headers }: Scope) => getLandingPageOptions({ headers })

type Search = {
  /** The open item, by slug or id. */
  item?: string
  /** The cart line from which the item was opened. */
  line?: string
  /** Not empty: the item as its campaign sells it. */
  campaign?: string
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const Route = createRootRouteWithContext<RouteContext>()({
  validateSearch: ({ item, line, campaign }): Search => ({
    item: textIn(item),
    line: textIn(line),
    campaign: textIn(campaign),
  }),
  loader: ({ context: { queryClient } }) => {
    const scope = currentScope()
    return Promise.all([
      queryClient.ensureQueryData(configOptions(scope)),
      queryClient.ensureQueryData(landingOptions(scope)),
    ]).then(() => {})
  },
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
})

function Root() {
  const scope = useScope()
  const { shop, landing } = useShopAndLanding(scope)
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const moduleType = moduleTypeOf(scope, shop)
  const count = useCartSelection(countOf)
  const isRental = moduleType === 'rental'
  const [tripCount, setTripCount] = useState<number>()
  const isHydrated = useHydrated()
  const { show, accountDialogs, dialogs } = useDialogs()

  if (!shop || !landing) return null
  const { signIn, logOut, openWishlist } = accountDialogs
  const onModule = shop.module.length > 1 ? () => show('module') : undefined
  const onSignIn = () => signIn()
  const onCart = () => show(isRental ? 'trip-cart' : 'cart')

  return (
    <ShopProvider value={shop}>
      <Actions accountDialogs={accountDialogs}>
        <Frame
          landing={landing}
          moduleType={moduleType}
          homeHref={scope.location || path === '/auth' ? '/home' : '/'}
          signedIn={scope.signedIn}
          focused={isCheckout(path)}
          slots={{
            place: (lines) => <Place lines={lines} />,
            search: <SearchBox />,
            cartCount: isRental ? tripCount : count,
            onCart,
            onSearch: () => void navigate({ to: '/home', search: { search: 'category', name: '' } }),
            onMap: () => show('map'),
            onModule,
            onSignIn,
            account: scope.signedIn && <AccountButton onLogout={logOut} />,
            bell: scope.signedIn && <Bell />,
            icons: scope.signedIn && (
              <>
                <InboxButton />
                <WishlistButton onOpen={openWishlist} />
              </>
            ),
            menu: (state) => (
              <Menu
                {...state}
                onSignIn={onSignIn}
                onLogout={logOut}
                onModule={onModule}
                onWishlist={hasWishlist(scope, moduleType) ? openWishlist : undefined}
              />
            ),
          }}
        >
          {path !== '/' && <ZoneBar />}
          {path === '/home' && <Modules />}
          <Items>
            <Outlet />
          </Items>
          {!!count && path.startsWith('/store/') && <CartBar onOpen={onCart} />}
        </Frame>
        {dialogs}
      </Actions>
      {isRental && isHydrated && <TripCount onCount={setTripCount} />}
      {isHydrated && <Toasts />}
    </ShopProvider>
  )
}

/** What any part of a page can call: the dialogs of the account, the cart, hearts and renting. */
function Actions({ accountDialogs, children }: { accountDialogs: AccountDialogs; children: ReactNode }) {
  const shop = useShop()
  return (
    <AccountDialogsProvider value={accountDialogs}>
      <CartProvider>
        <HeartProvider value={isLoginOn(shop) ? drawHeart : undefined}>
          <Trips>{children}</Trips>
        </HeartProvider>
      </CartProvider>
    </AccountDialogsProvider>
  )
}

function Place({ lines }: { lines: 'one' | 'two' }) {
  const { location } = useScope()
  const moduleType = useModuleType()
  return (
    <LocationPicker
      saved={(onPick) => <SavedPlaces onPick={onPick} />}
      target={(onClick) => (
        <LocationButton lines={lines} location={location} moduleType={moduleType} onClick={onClick} />
      )}
    />
  )
}

function useShopAndLanding(scope: Scope) {
  // Both are loaded before the first render. While a new zone or module fetches them again, and
  // after a lost connection, the page stays.
  const kept = {
    placeholderData: keepPreviousData,
    throwOnError: (_error: unknown, { state }: { state: { data: unknown } }) => state.data === undefined,
  } as const
  const { data: shop } = useQuery({ ...configOptions(scope), ...kept })
  const { data: landing } = useQuery({ ...landingOptions(scope), ...kept })
  return { shop, landing }
}
