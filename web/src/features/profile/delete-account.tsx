import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { deleteCustomer } from '@/lib/api/sdk.gen'
import { defineMessages } from '@/lib/text/messages'
import { endSession } from '@/lib/account/session'
import { write } from '@/lib/scope/local-storage'
import { currentScope } from '@/lib/scope/scope'
import { ConfirmedDialog } from './code-dialog'
import { Setting } from './settings'
import c from './settings.module.css'

const text = defineMessages({
  title: { id: 'delete_account.title', defaultMessage: 'Delete account' },
  detail: {
    id: 'delete_account.detail',
    defaultMessage:
      'Your name, contacts, photo, addresses, wishlist and carts are erased for good. Orders that were made are kept without them.',
  },
  question: { id: 'delete_account.question', defaultMessage: 'Delete your account?' },
  yes: { id: 'delete_account.yes', defaultMessage: 'Delete' },
})

/** Removes what would still name the person on this device: the next one may be somebody else (C2). */
function forgetPerson() {
  void import('@/lib/account/push-device').then(({ forgetDevice }) => forgetDevice()).catch(() => {})
  endSession()
  write({ userDatafor: null }) // a sign-out keeps it, for the next sign-in to this account
}

/** The button and dialog for deleting the account (PROF-05). Only the first error is shown (API-07). */
export function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Setting title={<FormattedMessage {...text.title} />}>
      <p className={c.quiet}>
        <FormattedMessage {...text.detail} />
      </p>
      <Button variant="default" className={c.danger} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <FormattedMessage {...text.title} />
      </Button>
      <ConfirmedDialog
        opened={isAsking}
        title={<FormattedMessage {...text.question} />}
        confirm={<FormattedMessage {...text.yes} />}
        danger
        closesOnRefusal
        run={async (confirmation) => {
          const { headers } = currentScope()
          const { data } = await deleteCustomer({ headers, body: confirmation, throwOnError: true })
          return data.message
        }}
        onDone={() => {
          onDeleted()
          forgetPerson()
        }}
        onClose={() => setAsking(false)}
      >
        <p>
          <FormattedMessage {...text.detail} />
        </p>
      </ConfirmedDialog>
    </Setting>
  )
}
