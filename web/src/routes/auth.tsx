import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { SignInPage } from '@/features/account/sign-in-page'
import { takeSocialReturn } from '@/features/account/social'
import { useContinueAfterSignIn } from '@/features/account/use-continue'
import { currentScope } from '@/lib/scope/scope'

type Search = { mode: 'sign-in' | 'sign-up'; ref_code?: string }

export const Route = createFileRoute('/auth')({
  validateSearch: ({ mode, ref_code }): Search => ({
    mode: mode === 'sign-up' ? mode : 'sign-in',
    ...(typeof ref_code === 'string' || typeof ref_code === 'number' ? { ref_code: String(ref_code) } : {}),
  }),
  beforeLoad: async ({ location: { hash } }) => {
    // Customers are already signed in.
    if (currentScope().signedIn) throw redirect({ to: '/home', replace: true })
    if (hash === '') return
    // Only here, because no other page needs it.
    const { isSocialReturn, storeSocialReturn } = await import('@/features/account/social')
    if (!isSocialReturn(hash)) return
    storeSocialReturn(hash)
    throw redirect({ to: '/auth', search: { mode: 'sign-in' }, hash: '', replace: true })
  },
  component: AuthPage,
})

function AuthPage() {
  const { mode } = Route.useSearch()
  const [came] = useState(takeSocialReturn)
  const goOn = useContinueAfterSignIn()
  return <SignInPage key={mode} start={mode} returned={came} onDone={goOn} />
}
