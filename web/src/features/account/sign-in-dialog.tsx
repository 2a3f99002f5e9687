import { useEffect, useRef, useState } from 'react'
import { Dialog } from '@/components/overlay/dialog'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import type { AuthMode, PurchaseToKeep } from '@/contracts/account-dialogs'
import { hasManual, loginModeOf } from './login-mode'
import { SignInView, useStepTitle } from './sign-in-view'
import { useContinueAfterSignIn } from './use-continue'
import { useSignInSteps } from './use-sign-in'

type Props = {
  start: AuthMode
  opened: boolean
  /** The page to open after the sign-in. */
  onward?: string
  /** What a guest bought, which the account claims at the sign-in. */
  keeping?: PurchaseToKeep
  onClose: () => void
}

/** The sign-in dialog with all its steps (AUTH-01). Renders nothing if no sign-in method is enabled. */
export default function SignInDialog({ start, opened, onward, keeping, onClose }: Props) {
  const mode = loginModeOf(useShop())
  const continueAfterSignIn = useContinueAfterSignIn()
  const { signedIn } = useScope()
  const [wasSignedIn] = useState(signedIn)
  // Another tab may have signed in, which holds for all tabs.
  const isSignedInElsewhere = signedIn && !wasSignedIn
  const isOpen = useRef(opened)
  useEffect(() => {
    isOpen.current = opened
    return () => {
      isOpen.current = false
    }
  }, [opened])
  const steps = useSignInSteps({
    start: hasManual(mode) ? start : 'sign-in',
    purpose: { onward, keeping },
    onDone: (finished) => {
      // Its call may end after it was closed. Whoever closed it stays where they are.
      if (!isOpen.current) return
      onClose()
      continueAfterSignIn(finished, onward)
    },
  })
  useEffect(() => {
    if (isSignedInElsewhere && opened && !steps.isFinishing()) onClose()
  }, [isSignedInElsewhere, opened, steps, onClose])
  const title = useStepTitle(steps.step)
  if (!mode) return null
  return (
    <Dialog opened={opened} onClose={onClose} title={title} width={460}>
      <SignInView steps={steps} onLeave={onClose} />
    </Dialog>
  )
}
