import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { defineMessages } from '@/lib/text/messages'
import { useLogout } from './use-logout'

const text = defineMessages({
  question: { id: 'logout.question', defaultMessage: 'Are you sure you want to logout?' },
  logout: { id: 'logout.button', defaultMessage: 'Logout' },
})

type Props = { opened: boolean; onClose: () => void; onDone: () => void }

/** Asks for confirmation, then signs out (HDR-04). */
export default function LogoutDialog({ opened, onClose, onDone }: Props) {
  const [busy, setBusy] = useState(false)
  const logout = useLogout(onDone)
  const confirm = async () => {
    setBusy(true)
    await logout()
    setBusy(false)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={<FormattedMessage {...text.question} />}
      confirm={<FormattedMessage {...text.logout} />}
      danger
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
