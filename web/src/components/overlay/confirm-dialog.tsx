import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { Dialog } from './dialog'
import c from './confirm-dialog.module.css'

const text = defineMessages({
  yes: { id: 'confirm.yes', defaultMessage: 'Yes' },
})

type Props = {
  opened: boolean
  /** The question. */
  title: ReactNode
  /** What happens after a yes. */
  children?: ReactNode
  /** The verb of the yes button; default "Yes". */
  confirm?: ReactNode
  /** The text of the no button, where "Cancel" would be ambiguous. */
  cancel?: ReactNode
  /** The action deletes something. */
  danger?: boolean
  /** The children have fields, so it is a form: a wrong field gets the focus. */
  isForm?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that cannot be undone. While it runs the dialog stays: closing it would look like a cancel. */
export function ConfirmDialog({ opened, title, children, confirm, cancel, danger, ...props }: Props) {
  const { isForm, busy, onConfirm, onClose } = props
  const close = () => busy || onClose()
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={title}
      width={400}
      small
      onSubmit={isForm ? onConfirm : undefined}
      footer={
        <div className={c.buttons}>
          <Button variant="default" size="md" aria-disabled={busy || undefined} onClick={close}>
            {cancel ?? <FormattedMessage {...common.cancel} />}
          </Button>
          <BusyButton
            type={isForm ? 'submit' : 'button'}
            size="md"
            color={danger ? 'chili' : undefined}
            busy={busy}
            onClick={isForm ? undefined : onConfirm}
          >
            {confirm ?? <FormattedMessage {...text.yes} />}
          </BusyButton>
        </div>
      }
    >
      {children}
    </Dialog>
  )
}
