import type { ReactNode } from 'react'
import { Dialog } from '@/components/overlay/dialog'
import { OtpForm, type Verification } from '@/components/account/otp-form'

type Props = Verification & {
  opened: boolean
  onClose: () => void
  /** The title of the dialog, such as "Verify your phone". */
  title: ReactNode
}

/** A dialog that asks for the code that was sent. */
export function OtpDialog({ opened, onClose, title, ...verification }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} width={460} small>
      <OtpForm {...verification} />
    </Dialog>
  )
}
