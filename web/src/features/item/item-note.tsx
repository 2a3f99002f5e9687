import { useIntl } from 'react-intl'
import { TextAreaField } from '@/components/form/field'
import { defineMessages } from '@/lib/text/messages'
import { maxNoteLength } from './selection'
import type { ItemChoice } from './use-item-choice'

const text = defineMessages({
  label: { id: 'item.note', defaultMessage: 'Note for this dish' },
  hint: { id: 'item.note_hint', defaultMessage: 'Such as: no onions, sauce on the side' },
})

/** The note for the kitchen about this item. */
export function ItemNote({ choice: { item, selection, select } }: { choice: ItemChoice }) {
  const { formatMessage: t } = useIntl()
  if (item.module_type !== 'food') return null
  return (
    <TextAreaField
      label={t(text.label)}
      placeholder={t(text.hint)}
      rows={1}
      minRows={1}
      maxLength={maxNoteLength}
      value={selection.note}
      onChange={(event) => select({ ...selection, note: event.currentTarget.value })}
    />
  )
}
