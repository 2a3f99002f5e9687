import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { customerOptions, useCustomer } from '@/lib/account/customer'
import { common } from '@/lib/text/intl'
import { isRefusal, problems } from '@/lib/requests/problems'
import { currentScope } from '@/lib/scope/scope'
import { toast, toastProblem } from '@/lib/page/toast'
import {
  codeRequired,
  ConfirmField,
  confirmationOf,
  isCodeMissing,
  noConfirmation,
  type Confirmation,
} from './confirm-field'
import c from './settings.module.css'

type Props = {
  opened: boolean
  title: ReactNode
  confirm: ReactNode
  danger?: boolean
  /** Called with the confirmation; returns the message for the toast. */
  run: (confirmation: Partial<Confirmation>) => Promise<string>
  /** Returns a message for errors that need their own. */
  messageFor?: (error: unknown) => string | undefined
  /** Whether a refusal closes the dialog and shows only its first error. */
  closesOnRefusal?: boolean
  onDone: () => void
  onClose: () => void
  children?: ReactNode
}

/**
 * A confirmation dialog that also asks for the current password or a code, because a session alone
 * must not change how the customer signs in.
 */
export function ConfirmedDialog({ opened, title, confirm, danger, children, ...action }: Props) {
  const { customer, confirmation, type, refusal, isBusy, send, close } = useConfirmed(action)
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirm={confirm}
      danger={danger}
      isForm
      busy={isBusy}
      onConfirm={send}
      onClose={close}
    >
      <div className={c.question}>
        {children}
        {customer && <ConfirmField customer={customer} value={confirmation} onChange={type} error={refusal} />}
      </div>
    </ConfirmDialog>
  )
}

type Action = Pick<Props, 'run' | 'messageFor' | 'closesOnRefusal' | 'onDone' | 'onClose'>

/** What is typed to confirm it, and the call. */
function useConfirmed({ run, messageFor, closesOnRefusal, onDone, onClose }: Action) {
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
      const words = messageFor?.(error)
      if (words) return toastProblem(words)
      const all = problems(error, t(common.offline))
      for (const { field, message } of closesOnRefusal ? all.slice(0, 1) : all) {
        if (field && field in noConfirmation) {
          setRefusal(message)
          // The required confirmation may have changed.
          void queryClient.invalidateQueries({ queryKey: customerOptions(currentScope()).queryKey })
          continue
        }
        // If the request did not reach the server, the dialog stays open for another try.
        if (closesOnRefusal && isRefusal(error)) close()
        toastProblem(message)
      }
    },
  })
  return {
    customer,
    confirmation,
    type: (next: Confirmation) => {
      setConfirmation(next)
      setRefusal(undefined)
    },
    refusal,
    isBusy: yes.isPending,
    send: () => {
      if (customer && isCodeMissing(customer, confirmation)) setRefusal(t(codeRequired))
      else if (!yes.isPending) yes.mutate()
    },
    close,
  }
}
