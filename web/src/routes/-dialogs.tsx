import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { lazyExtra, lazyOverlay } from '@/components/loading/lazy'
import type { AccountDialogs, AuthMode, PurchaseToKeep } from '@/contracts/account-dialogs'
import { rememberReturnTo } from '@/lib/account/return-to'
import { hrefTo } from '@/lib/page/href'
import { onStorageChange, read } from '@/lib/scope/local-storage'
import { useScope } from '@/lib/scope/scope'
import { useLeaveForModule } from './-after-module'
import { mapDialog } from './-trips'

const SignInDialog = lazyOverlay(() => import('@/features/account/sign-in-dialog'))
const LogoutDialog = lazyOverlay(() => import('@/features/account/logout-dialog'))
const CartConflictDialog = lazyExtra(() => import('@/features/account/cart-conflict-dialog'))
const Cart = lazyOverlay(() => import('@/features/cart/cart'))
const TripCart = lazyOverlay(() => import('@/features/trip-cart/trip-cart-drawer'))
const Wishlist = lazyOverlay(() => import('@/features/wishlist/wishlist-drawer'))
const ShopMap = lazyOverlay(() => import('@/features/place/shop-map-dialog'))
export const ModulePopup = lazyOverlay(() =>
  import('@/features/module/module-popup').then(({ ModulePopup }) => ({ default: ModulePopup })),
)

type Dialog = 'cart' | 'trip-cart' | 'wishlist' | 'map' | 'module' | 'logout'

/** nth counts the openings, so that each starts with an empty form. */
type SignIn = { mode: AuthMode; onward?: string; keeping?: PurchaseToKeep; opened: boolean; nth: number }

/** The dialogs that any page can open. Only one is open at a time. The functions do not change between renders. */
export function useDialogs() {
  const navigate = useNavigate()
  const [open, show] = useState<Dialog>()
  const [signIn, setSignIn] = useState<SignIn>()
  const afterModule = useLeaveForModule()
  useRememberReturnTo()

  const close = useCallback(() => show(undefined), [])
  const goHome = () => {
    close()
    void navigate({ to: '/home' })
  }
  const accountDialogs = useMemo<AccountDialogs>(
    () => ({
      signIn: (mode = 'sign-in', onward, keeping) =>
        setSignIn((before) => ({ mode, onward, keeping, opened: true, nth: (before?.nth ?? 0) + 1 })),
      logOut: () => show('logout'),
      openWishlist: () => show('wishlist'),
    }),
    [],
  )

  const dialogs = (
    <>
      <ModulePopup
        opened={open === 'module'}
        onClose={close}
        onChosen={(module) => {
          close()
          afterModule(module)
        }}
      />
      <ShopMap opened={open === 'map'} onClose={close} />
      <Wishlist opened={open === 'wishlist'} onClose={close} onBrowse={goHome} />
      <Cart
        opened={open === 'cart'}
        onClose={close}
        onHome={goHome}
        onCheckout={() => void navigate({ to: '/checkout', search: { page: 'cart' } })}
        onAuth={(mode) => accountDialogs.signIn(mode, hrefTo('/checkout', { search: { page: 'cart' } }))}
      />
      <TripCart
        opened={open === 'trip-cart'}
        onClose={close}
        onProceed={() => {
          close()
          void navigate({ to: '/rental/cart' })
        }}
        onBrowse={goHome}
        mapDialog={mapDialog}
      />
      <LogoutDialog opened={open === 'logout'} onClose={close} onDone={goHome} />
      {signIn && (
        <SignInDialog
          key={signIn.nth}
          start={signIn.mode}
          opened={signIn.opened}
          onward={signIn.onward}
          keeping={signIn.keeping}
          onClose={() => setSignIn({ ...signIn, opened: false })}
        />
      )}
      <CartConflict />
    </>
  )
  return { show, accountDialogs, dialogs }
}

/** Stores the current page, so that the sign-in page can return to it. */
function useRememberReturnTo() {
  const pathname = useLocation({ select: ({ pathname }) => pathname })
  const href = useLocation({ select: ({ href }) => href })
  useEffect(() => rememberReturnTo({ pathname, href }), [pathname, href])
}

function CartConflict() {
  const { signedIn } = useScope()
  const conflict = useSyncExternalStore(
    onStorageChange,
    () => read('cart_conflict'),
    () => null,
  )
  return signedIn && conflict !== null && <CartConflictDialog />
}
