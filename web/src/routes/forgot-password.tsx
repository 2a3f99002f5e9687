import { createFileRoute } from '@tanstack/react-router'
import { ForgotPassword } from '@/features/account/forgot-password'
import { useSignIn } from '@/lib/sign-in'

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordPage })

function ForgotPasswordPage() {
  const signIn = useSignIn()
  return <ForgotPassword onSignIn={() => signIn('sign-in')} />
}
