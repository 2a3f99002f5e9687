import type { ReactNode } from 'react'
import { Dialog } from './dialog'
import { OtpForm, type Verification } from './otp-form'

type Props = Verification & {
  opened: boolean
  onClose: () => void
  /** Names the dialog, such as "Verify your phone". */
  title: ReactNode
}

/** Asks for a code that was sent, over the page that wants it. */
export function OtpDialog({ opened, onClose, title, ...verification }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} width={460} small>
      <OtpForm {...verification} />
    </Dialog>
  )
}
