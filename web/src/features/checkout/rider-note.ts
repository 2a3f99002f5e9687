import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  tooLong: {
    id: 'rider_note.too_long',
    defaultMessage:
      'The rider can be told at most {most, number} characters in all. Please shorten this by {over, number}.',
  },
})

/** The longest instruction for the rider that the API takes. */
const maxLength = 500

/** Joins the parts of the instruction for the rider; empty parts are left out. */
export const joinNotes = (...notes: string[]) => notes.filter(Boolean).join('\n')

/** Returns the problem of an instruction that is too long, because nothing of it may be lost. */
export function useTooLong(instruction: string) {
  const { formatMessage: t } = useIntl()
  const over = instruction.length - maxLength
  return over > 0 ? [{ field: 'delivery_instruction', message: t(text.tooLong, { most: maxLength, over }) }] : []
}
