import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { SignInPage } from '@/features/account/sign-in-page'
import { isReturn, readReturn, type Return } from '@/features/account/social'
import { useGoOn } from '@/features/account/use-go-on'

type Search = { mode: 'sign-in' | 'sign-up' }

// Not in the address, where the history and whoever looks over a shoulder would read it; not in the storage either.
let returned: Return | undefined

export const Route = createFileRoute('/auth')({
  validateSearch: ({ mode }): Search => ({ mode: mode === 'sign-up' ? mode : 'sign-in' }),
  beforeLoad: ({ location: { hash } }) => {
    if (!isReturn(hash)) return
    returned = readReturn(hash)
    throw redirect({ to: '/auth', search: { mode: 'sign-in' }, hash: '', replace: true })
  },
  component: AuthPage,
})

function AuthPage() {
  const { mode } = Route.useSearch()
  const [came] = useState(returned)
  const goOn = useGoOn()
  return <SignInPage key={mode} start={mode} returned={came} onDone={goOn} />
}
