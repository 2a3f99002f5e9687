import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { deleteCustomer } from '@/lib/api/sdk.gen'
import { customerOptions, useCustomer } from '@/lib/customer'
import { common } from '@/lib/intl'
import { defineMessages } from '@/lib/messages'
import { forgetCustomer } from '@/lib/person'
import { isRefusal, problems } from '@/lib/problems'
import { currentScope } from '@/lib/scope'
import { toast, toastProblem } from '@/lib/toast'
import { ConfirmField, confirmationOf, noConfirmation } from './confirm-field'
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
  done: { id: 'delete_account.done', defaultMessage: 'Account has been deleted' },
})

/** The end of an account (PROF-05); of what is in its way only the first thing is told (API-07). */
export function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const { formatMessage: t } = useIntl()
  const { data: customer } = useCustomer()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [confirmation, setConfirmation] = useState(noConfirmation)
  const [refusal, setRefusal] = useState<string>()
  const remove = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      deleteCustomer({ headers: currentScope().headers, body: confirmationOf(confirmation), throwOnError: true }),
    onSuccess: () => {
      onDeleted()
      forgetCustomer()
      toast(t(text.done))
    },
    onError: (error) => {
      const [first] = problems(error, t(common.offline))
      if (first?.field && first.field in noConfirmation) {
        setRefusal(first.message)
        // What is asked for may be another thing by now.
        void queryClient.invalidateQueries({ queryKey: customerOptions(currentScope()).queryKey })
        return
      }
      // Without an answer the question stays, to be answered again.
      if (isRefusal(error)) close()
      if (first) toastProblem(first.message)
    },
  })
  const close = () => {
    setAsking(false)
    setConfirmation(noConfirmation)
    setRefusal(undefined)
  }
  return (
    <Setting title={<FormattedMessage {...text.title} />}>
      <p className={c.quiet}>
        <FormattedMessage {...text.detail} />
      </p>
      <Button variant="default" className={c.danger} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <FormattedMessage {...text.title} />
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={<FormattedMessage {...text.question} />}
        confirm={<FormattedMessage {...text.yes} />}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        <form
          className={c.question}
          onSubmit={(event) => {
            event.preventDefault()
            if (!remove.isPending) remove.mutate()
          }}
          noValidate
        >
          <p>
            <FormattedMessage {...text.detail} />
          </p>
          {customer && (
            <ConfirmField
              customer={customer}
              value={confirmation}
              onChange={(next) => {
                setConfirmation(next)
                setRefusal(undefined)
              }}
              error={refusal}
            />
          )}
        </form>
      </ConfirmDialog>
    </Setting>
  )
}
