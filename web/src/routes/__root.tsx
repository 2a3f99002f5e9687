import { createRootRouteWithContext, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import type { RouteContext } from '@/app'
import { lazyExtra, lazyOverlay, lazyPart } from '@/components/lazy'
import { RouteError } from '@/components/route-error'
import { AccountButton } from '@/features/account/account-button'
import { CartBasket } from '@/features/cart/cart-basket'
import { countOf, useOfCart } from '@/features/cart/cart-queries'
import { Frame } from '@/features/frame/frame'
import { PlaceButton } from '@/features/frame/place-button'
import { LocationPicker } from '@/features/place/location-picker'
import { ZoneBar } from '@/features/place/zone-bar'
import { SearchBox } from '@/features/search/search-box'
import { hasWishlist, WishlistButton } from '@/features/wishlist/wishlist-button'
import { getConfigOptions, getLandingPageOptions } from '@/lib/api/@tanstack/react-query.gen'
import { HeartProvider, type HeartProps } from '@/contracts/heart'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { isLoginOn, ShopProvider } from '@/lib/scope/shop'
import { SignInProvider } from '@/contracts/sign-in'
import { hrefTo } from '@/lib/page/href'
import { useDoors } from './-doors'
import { Items } from './-items'
import { useModuleQuestion } from './-module-question'
import { Modules } from './-modules'
import { NotFound } from './-not-found'

const Toasts = lazyExtra(() => import('@/components/toasts').then(({ Toasts }) => ({ default: Toasts })))
const Menu = lazyOverlay(() => import('./-menu'))
const CartBar = lazyExtra(() => import('@/features/cart/cart-bar'))
const Cart = lazyOverlay(() => import('@/features/cart/cart'))
const Heart = lazyExtra(() => import('@/features/wishlist/heart'))
const Wishlist = lazyOverlay(() => import('@/features/wishlist/wishlist-drawer'))
const SavedPlaces = lazyPart(() => import('@/features/address/saved-places'))
const ShopMap = lazyOverlay(() => import('@/features/place/shop-map-dialog'))

const drawHeart = (props: HeartProps) => <Heart {...props} />

const configOptions = ({ headers }: Scope) => getConfigOptions({ headers })
const landingOptions = ({ headers }: Scope) => getLandingPageOptions({ headers })

type Search = {
  /** The item that is open over the page, by slug or id. */
  item?: string
  /** The line of the cart that it was opened from. */
  line?: string
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const Route = createRootRouteWithContext<RouteContext>()({
  validateSearch: ({ item, line }): Search => ({ item: textIn(item), line: textIn(line) }),
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
  // Both are there before this is drawn. A new zone or module asks for them anew, and must not take the page away;
  // neither must a network that is gone.
  const kept = {
    placeholderData: keepPreviousData,
    throwOnError: (_error: unknown, { state }: { state: { data: unknown } }) => state.data === undefined,
  } as const
  const { data: shop } = useQuery({ ...configOptions(scope), ...kept })
  const { data: landing } = useQuery({ ...landingOptions(scope), ...kept })
  const navigate = useNavigate()
  const place = useRouterState({ select: (state) => state.location })
  const moduleType = scope.module?.module_type
  const count = useOfCart(countOf)
  const { signIn, logOut, dialogs } = useDoors()
  const modules = useModuleQuestion()
  const [cart, setCart] = useState(false)
  const [wishlist, setWishlist] = useState(false)
  const [map, setMap] = useState(false)

  if (!shop || !landing) return null
  const onModule = shop.module.length > 1 ? modules.ask : undefined

  return (
    <ShopProvider value={shop}>
      <SignInProvider value={signIn}>
        <CartBasket>
          <HeartProvider value={isLoginOn(shop) ? drawHeart : undefined}>
            <Frame
              landing={landing}
              moduleType={moduleType}
              homeHref={scope.location || place.pathname === '/auth' ? '/home' : '/'}
              signedIn={scope.signedIn}
              focused={place.pathname === '/checkout'}
              slots={{
                place: (lines) => (
                  <LocationPicker
                    saved={(onPick) => <SavedPlaces onPick={onPick} />}
                    target={(onClick) => (
                      <PlaceButton lines={lines} location={scope.location} moduleType={moduleType} onClick={onClick} />
                    )}
                  />
                ),
                search: <SearchBox />,
                cartCount: count,
                onCart: () => setCart(true),
                onSearch: () => void navigate({ to: '/home', search: { search: 'category', name: '' } }),
                onMap: () => setMap(true),
                onModule,
                onSignIn: () => signIn(),
                account: scope.signedIn && <AccountButton onLogout={logOut} />,
                icons: hasWishlist(scope) && <WishlistButton onOpen={() => setWishlist(true)} />,
                menu: (state) => (
                  <Menu
                    {...state}
                    onSignIn={() => signIn()}
                    onLogout={logOut}
                    onModule={onModule}
                    onWishlist={hasWishlist(scope) ? () => setWishlist(true) : undefined}
                  />
                ),
              }}
            >
              {place.pathname !== '/' && <ZoneBar />}
              {place.pathname === '/home' && <Modules />}
              <Items>
                <Outlet />
              </Items>
              {!!count && place.pathname.startsWith('/store/') && <CartBar onOpen={() => setCart(true)} />}
            </Frame>
            {modules.question}
            <ShopMap opened={map} onClose={() => setMap(false)} />
            <Wishlist
              opened={wishlist}
              onClose={() => setWishlist(false)}
              onBrowse={() => {
                setWishlist(false)
                void navigate({ to: '/home' })
              }}
            />
            <Cart
              opened={cart}
              onClose={() => setCart(false)}
              onHome={() => void navigate({ to: '/home' })}
              onCheckout={() => void navigate({ to: '/checkout', search: { page: 'cart' } })}
              onAuth={(mode) => signIn(mode, hrefTo('/checkout', { search: { page: 'cart' } }))}
            />
          </HeartProvider>
          {dialogs}
        </CartBasket>
      </SignInProvider>
      <AfterMount>
        <Toasts />
      </AfterMount>
    </ShopProvider>
  )
}

/** Nothing of the first paint: drawn, and fetched, once the page runs. */
function AfterMount({ children }: { children: ReactNode }) {
  const isRunning = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return isRunning && children
}
