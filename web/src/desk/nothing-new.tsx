import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { EmptyState } from '@/components/loading/empty-state'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  hint: { id: 'desk_list.hint', defaultMessage: 'New ones appear here by themselves.' },
})

/** Shown instead of an empty list that is kept up to date. */
export const NothingNew = ({ title }: { title: ReactNode }) => (
  <EmptyState art={emptyArt('orders')} title={title} text={<FormattedMessage {...text.hint} />} />
)
