import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import type { ConversationView } from '@/lib/api/types.gen'
import { toastFailure } from '@/lib/page/toast'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { common } from '@/lib/text/intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import { messagesKey, type ConversationApi } from './conversation-api'
import c from './moderation.module.css'

const text = defineMessages({
  blockTitle: { id: 'block_dialog.title', defaultMessage: 'Block {name}?' },
  blockText: {
    id: 'block_dialog.text',
    defaultMessage: 'Neither of you can write until you unblock the conversation. What was written stays.',
  },
  block: { id: 'block_dialog.block', defaultMessage: 'Block' },
  unblockTitle: { id: 'block_dialog.unblock_title', defaultMessage: 'Unblock {name}?' },
  unblockText: { id: 'block_dialog.unblock_text', defaultMessage: 'Both of you can write again.' },
  unblock: { id: 'block_dialog.unblock', defaultMessage: 'Unblock' },
  reportTitle: { id: 'report_dialog.title', defaultMessage: 'Report {name}' },
  reportText: {
    id: 'report_dialog.text',
    defaultMessage: 'The shop will read this conversation and decide about it.',
  },
  reason: { id: 'report_dialog.reason', defaultMessage: 'What is wrong?' },
  report: { id: 'report_dialog.report', defaultMessage: 'Report' },
})

type Props = {
  api: ConversationApi
  conversation: ConversationView
  name: string
  onClose: () => void
}

/** Changes a conversation, and fetches it and the list again. */
export function useConversationChange(api: ConversationApi, id: number) {
  const queryClient = useQueryClient()
  const intl = useIntl()
  return useMutation({
    mutationFn: (run: () => Promise<ConversationView>) => run(),
    meta: { quiet: true },
    onError: (error) => toastFailure(error, intl),
    onSettled: (_conversation, error) =>
      Promise.all([
        refetchAfter(queryClient, messagesKey(api, id), error),
        refetchAfter(queryClient, ['conversations', api.prefix], error),
      ]),
  })
}

/** Asks before a conversation is blocked, and before it goes on. It is no dialog, because the desk has none. */
export function BlockForm({ api, conversation: { id, state }, name, onClose }: Props) {
  const change = useConversationChange(api, id)
  // The form keeps the question that it was opened with: the state may change meanwhile.
  const [isBlocked] = useState(state === 'blocked')
  return (
    <div className={c.form} role="group">
      <b>
        <FormattedMessage {...(isBlocked ? text.unblockTitle : text.blockTitle)} values={{ name }} />
      </b>
      <p>
        <FormattedMessage {...(isBlocked ? text.unblockText : text.blockText)} />
      </p>
      <Buttons
        busy={change.isPending}
        label={isBlocked ? text.unblock : text.block}
        onClose={onClose}
        onConfirm={() => change.mutate(() => api.block(id, !isBlocked), { onSuccess: onClose })}
      />
    </div>
  )
}

/** Reports a conversation to the shop. */
export function ReportForm({ api, conversation: { id }, name, onClose }: Props) {
  const { formatMessage: t } = useIntl()
  const change = useConversationChange(api, id)
  const [reason, setReason] = useState('')
  return (
    <div className={c.form} role="group">
      <b>
        <FormattedMessage {...text.reportTitle} values={{ name }} />
      </b>
      <p>
        <FormattedMessage {...text.reportText} />
      </p>
      <Textarea
        label={t(text.reason)}
        maxLength={500}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Buttons
        busy={change.isPending}
        disabled={reason.trim() === ''}
        label={text.report}
        onClose={onClose}
        onConfirm={() => change.mutate(() => api.report(id, reason.trim()), { onSuccess: onClose })}
      />
    </div>
  )
}

type ButtonsProps = { busy: boolean; disabled?: boolean; label: Message; onClose: () => void; onConfirm: () => void }

const Buttons = ({ busy, disabled, label, onClose, onConfirm }: ButtonsProps) => (
  <div className={c.buttons}>
    <Button variant="default" h={44} onClick={onClose}>
      <FormattedMessage {...common.cancel} />
    </Button>
    <BusyButton h={44} busy={busy} disabled={disabled} onClick={onConfirm}>
      <FormattedMessage {...label} />
    </BusyButton>
  </div>
)
