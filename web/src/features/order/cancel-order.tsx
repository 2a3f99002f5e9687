import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { Reasons } from '@/components/form/reasons'
import { defineMessages } from '@/lib/text/messages'
import { toast } from '@/lib/page/toast'
import { useCancelOrder, useCancelReasons } from './order-queries'

const text = defineMessages({
  cancel: { id: 'cancel.cancel', defaultMessage: 'Cancel this order' },
  confirm: { id: 'cancel.confirm', defaultMessage: 'Cancel order' },
  keep: { id: 'cancel.keep', defaultMessage: 'Keep order' },
  title: { id: 'cancel.title', defaultMessage: 'Cancel this order?' },
  why: { id: 'cancel.why', defaultMessage: 'Why do you cancel?' },
  missing: { id: 'cancel.missing', defaultMessage: 'Please choose a reason' },
  done: { id: 'cancel.done', defaultMessage: 'The order was canceled' },
})

/** The button and dialog for canceling an order with a reason, until the store has accepted it (ORD-04). */
export function CancelOrder({ id, token }: { id: number; token: string | undefined }) {
  const { formatMessage: t } = useIntl()
  const reasons = useCancelReasons()
  const cancel = useCancelOrder(id, token)
  const [opened, setOpened] = useState(false)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const problem = isTried && reason === '' ? t(text.missing) : undefined

  const send = () => {
    setTried(true)
    if (reason === '') return
    // Not in the callbacks of mutate: a canceled order unmounts this button before they would run.
    cancel
      .mutateAsync({ path: { id }, body: { token, reason } })
      .then(() => toast(t(text.done)))
      .catch(() => {}) // the error is already shown as a toast
      .finally(() => setOpened(false))
  }
  return (
    <>
      <Button variant="default" h={44} onClick={() => setOpened(true)} aria-haspopup="dialog">
        <FormattedMessage {...text.cancel} />
      </Button>
      <ConfirmDialog
        opened={opened}
        title={<FormattedMessage {...text.title} />}
        confirm={<FormattedMessage {...text.confirm} />}
        cancel={<FormattedMessage {...text.keep} />}
        danger
        isForm
        busy={cancel.isPending}
        onConfirm={send}
        onClose={() => setOpened(false)}
      >
        <Reasons list={reasons} title={t(text.why)} value={reason} onChange={setReason} problem={problem} />
      </ConfirmDialog>
    </>
  )
}
