import { createFileRoute, redirect } from '@tanstack/react-router'
import { ForgotPassword } from '@/features/account/forgot-password'
import { currentScope } from '@/lib/scope/scope'
import { useSignIn } from '@/contracts/sign-in'

export const Route = createFileRoute('/forgot-password')({
  // Who is signed in changes it in the profile.
  beforeLoad: () => {
    if (currentScope().signedIn) throw redirect({ to: '/profile', search: { page: 'profile-settings' }, replace: true })
  },
  component: ForgotPasswordPage,
})

function ForgotPasswordPage() {
  const signIn = useSignIn()
  return <ForgotPassword onSignIn={() => signIn('sign-in')} />
}
