import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { customerOptions, useCustomer } from '@/lib/account/customer'
import { common } from '@/lib/text/intl'
import { isRefusal, problems } from '@/lib/requests/problems'
import { currentScope } from '@/lib/scope/scope'
import { toast, toastProblem } from '@/lib/page/toast'
import { ConfirmField, confirmationOf, noConfirmation, type Confirmation } from './confirm-field'
import c from './settings.module.css'

type Props = {
  opened: boolean
  title: ReactNode
  confirm: ReactNode
  danger?: boolean
  /** What is done once the customer has confirmed it; it returns what is said then. */
  run: (confirmation: Partial<Confirmation>) => Promise<string>
  /** What of its errors is said in other words. */
  wordsOf?: (error: unknown) => string | undefined
  /** Whether a refusal closes the dialog; only its first problem is shown then. */
  closesOnRefusal?: boolean
  onDone: () => void
  onClose: () => void
  children?: ReactNode
}

/** A question whose yes takes the current password or a code, as a session alone does not change how somebody signs in. */
export function ConfirmedDialog({
  opened,
  title,
  confirm,
  danger,
  run,
  wordsOf,
  closesOnRefusal,
  onDone,
  onClose,
  children,
}: Props) {
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  const { data: customer } = useCustomer()
  const [confirmation, setConfirmation] = useState(noConfirmation)
  const [refusal, setRefusal] = useState<string>()
  const close = () => {
    setConfirmation(noConfirmation)
    setRefusal(undefined)
    onClose()
  }
  const yes = useMutation({
    meta: { quiet: true },
    mutationFn: () => run(confirmationOf(confirmation)),
    onSuccess: (message) => {
      close()
      onDone()
      toast(message)
    },
    onError: (error) => {
      const words = wordsOf?.(error)
      if (words) return toastProblem(words)
      const all = problems(error, t(common.offline))
      for (const { field, message } of closesOnRefusal ? all.slice(0, 1) : all) {
        if (field && field in noConfirmation) {
          setRefusal(message)
          // What is asked for may be another thing by now.
          void queryClient.invalidateQueries({ queryKey: customerOptions(currentScope()).queryKey })
          continue
        }
        // Without an answer the question stays, to be answered again.
        if (closesOnRefusal && isRefusal(error)) close()
        toastProblem(message)
      }
    },
  })
  const send = () => {
    if (!yes.isPending) yes.mutate()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirm={confirm}
      danger={danger}
      busy={yes.isPending}
      onConfirm={send}
      onClose={close}
    >
      <form
        className={c.question}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
        noValidate
      >
        {children}
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
        {/* Without one, Enter sends no form of two fields. */}
        <button type="submit" hidden>
          {confirm}
        </button>
      </form>
    </ConfirmDialog>
  )
}
