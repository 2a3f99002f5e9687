import { Dialog } from '@/components/dialog'
import { useShop } from '@/lib/shop'
import type { AuthMode } from '@/lib/sign-in'
import { hasManual, loginModeOf } from './login-mode'
import { SignInView, useStepTitle } from './sign-in-view'
import { useSignInSteps } from './use-sign-in'

type Props = {
  start: AuthMode
  opened: boolean
  onClose: () => void
  /** The token is kept; what is left is where to go. */
  onDone: (finished: { isNew: boolean }) => void
}

/** The login dialog: one dialog for every step (AUTH-01). Without a way to sign in there is none. */
export default function SignInDialog({ start, opened, onClose, onDone }: Props) {
  const mode = loginModeOf(useShop())
  const steps = useSignInSteps({ start: hasManual(mode) ? start : 'sign-in', onDone })
  const title = useStepTitle(steps.step)
  if (!mode) return null
  return (
    <Dialog opened={opened} onClose={onClose} title={title} width={460}>
      <SignInView steps={steps} onLeave={onClose} />
    </Dialog>
  )
}
