import { createFileRoute, redirect } from '@tanstack/react-router'
import { ForgotPassword } from '@/features/account/forgot-password'
import { currentScope } from '@/lib/scope/scope'
import { useAccountDialogs } from '@/contracts/account-dialogs'

export const Route = createFileRoute('/forgot-password')({
  // Customers change their password in the profile.
  beforeLoad: () => {
    if (currentScope().signedIn) throw redirect({ to: '/profile', search: { page: 'profile-settings' }, replace: true })
  },
  component: ForgotPasswordPage,
})

function ForgotPasswordPage() {
  const { signIn } = useAccountDialogs()
  return <ForgotPassword onSignIn={() => signIn('sign-in')} />
}
