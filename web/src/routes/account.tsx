import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyOverlay } from '@/components/lazy'
import { AccountHub } from '@/features/account/account-hub'
import { LanguageMenu } from '@/features/frame/language-menu'
import { ThemeToggle } from '@/features/frame/theme-toggle'
import { hasWishlist } from '@/features/wishlist/wishlist-button'
import { useScope } from '@/lib/scope/scope'
import page from './-page.module.css'

const LogoutDialog = lazyOverlay(() => import('@/features/account/logout-dialog'))
const Wishlist = lazyOverlay(() => import('@/features/wishlist/wishlist-drawer'))

export const Route = createFileRoute('/account')({ component: AccountRoute })

/** What the tab bar's Account leads to, for customers and guests. */
function AccountRoute() {
  const scope = useScope()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'wishlist' | 'logout'>()
  const close = () => setOpen(undefined)
  const goHome = () => {
    close()
    void navigate({ to: '/home' })
  }
  return (
    <div className={page.page}>
      <AccountHub
        language={<LanguageMenu />}
        theme={<ThemeToggle />}
        onWishlist={hasWishlist(scope) ? () => setOpen('wishlist') : undefined}
        onLogout={() => setOpen('logout')}
      />
      <Wishlist opened={open === 'wishlist'} onClose={close} onBrowse={goHome} />
      <LogoutDialog opened={open === 'logout'} onClose={close} onDone={goHome} />
    </div>
  )
}
