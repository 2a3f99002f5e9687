import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { lazyExtra, lazyOverlay } from '@/components/lazy'
import { useScope } from '@/lib/scope/scope'
import type { AuthMode, OrderToKeep } from '@/contracts/sign-in'
import { useTabValue } from '@/lib/scope/tab-storage'
import { rememberReturnTo } from '@/lib/account/return-to'

const SignInDialog = lazyOverlay(() => import('@/features/account/sign-in-dialog'))
const LogoutDialog = lazyOverlay(() => import('@/features/account/logout-dialog'))
const CartConflictDialog = lazyExtra(() => import('@/features/account/cart-conflict-dialog'))

/** nth tells one opening from the next: each begins anew. */
type SigningIn = { mode: AuthMode; onward?: string; keeping?: OrderToKeep; opened: boolean; nth: number }

/** The ways in and out of an account, and the dialogs they open over any page. */
export function useDoors() {
  const { signedIn } = useScope()
  const navigate = useNavigate()
  const conflict = useTabValue('cart-conflict')
  const [signingIn, setSigningIn] = useState<SigningIn>()
  const [leaving, setLeaving] = useState(false)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const href = useRouterState({ select: ({ location }) => location.href })
  useEffect(() => rememberReturnTo({ pathname, href }), [pathname, href])

  const dialogs: ReactNode = (
    <>
      {signingIn && (
        <SignInDialog
          key={signingIn.nth}
          start={signingIn.mode}
          opened={signingIn.opened}
          onward={signingIn.onward}
          keeping={signingIn.keeping}
          onClose={() => setSigningIn({ ...signingIn, opened: false })}
        />
      )}
      <LogoutDialog opened={leaving} onClose={() => setLeaving(false)} onDone={() => void navigate({ to: '/home' })} />
      {signedIn && conflict !== null && <CartConflictDialog />}
    </>
  )
  return {
    signIn: (mode: AuthMode = 'sign-in', onward?: string, keeping?: OrderToKeep) =>
      setSigningIn((before) => ({ mode, onward, keeping, opened: true, nth: (before?.nth ?? 0) + 1 })),
    logOut: () => setLeaving(true),
    dialogs,
  }
}
