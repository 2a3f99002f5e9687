import { createFileRoute } from '@tanstack/react-router'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { AccountHub } from '@/features/account/account-hub'
import { LanguageMenu } from '@/features/frame/language-menu'
import { ThemeToggle } from '@/features/frame/theme-toggle'
import { hasWishlist } from '@/features/wishlist/wishlist-button'
import { useScope } from '@/lib/scope/scope'
import { useModuleType } from '@/lib/scope/shop'
import page from './-page.module.css'

export const Route = createFileRoute('/account')({ component: AccountRoute })

/** The account page of phones, for customers and guests. */
function AccountRoute() {
  const scope = useScope()
  const moduleType = useModuleType()
  const { logOut, openWishlist } = useAccountDialogs()
  return (
    <div className={page.page}>
      <AccountHub
        language={<LanguageMenu />}
        theme={<ThemeToggle />}
        onWishlist={hasWishlist(scope, moduleType) ? openWishlist : undefined}
        onLogout={logOut}
      />
    </div>
  )
}
