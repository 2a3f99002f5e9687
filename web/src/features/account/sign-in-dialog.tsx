import { Dialog } from '@/components/dialog'
import { useShop } from '@/lib/scope/shop'
import type { AuthMode, OrderToKeep } from '@/contracts/account-dialogs'
import { hasManual, loginModeOf } from './login-mode'
import { SignInView, useStepTitle } from './sign-in-view'
import { useContinueAfterSignIn } from './use-continue'
import { useSignInSteps } from './use-sign-in'

type Props = {
  start: AuthMode
  opened: boolean
  /** The page that was asked for, and that signing in leads to. */
  onward?: string
  /** A guest's order that signing in keeps. */
  keeping?: OrderToKeep
  onClose: () => void
}

/** The login dialog: one dialog for every step (AUTH-01). Without a way to sign in there is none. */
export default function SignInDialog({ start, opened, onward, keeping, onClose }: Props) {
  const mode = loginModeOf(useShop())
  const goOn = useContinueAfterSignIn()
  const steps = useSignInSteps({
    start: hasManual(mode) ? start : 'sign-in',
    keeping,
    onDone: (finished) => {
      onClose()
      goOn(finished, onward)
    },
  })
  const title = useStepTitle(steps.step)
  if (!mode) return null
  return (
    <Dialog opened={opened} onClose={onClose} title={title} width={460}>
      <SignInView steps={steps} onLeave={onClose} />
    </Dialog>
  )
}
