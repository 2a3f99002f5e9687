import type { CartLineView, ProblemView, QuoteView } from '@/lib/api/types.gen'

/** The parts of the checkout that a problem can be about; the rest is about the order as a whole. */
export type Part = 'how' | 'where' | 'when' | 'payment' | 'order'

const partOf: Record<string, Part> = {
  order_type: 'how',
  address: 'where',
  schedule_at: 'when',
  payment_method: 'payment',
}

/** Inputs that show what is wrong with them themselves. */
const noteFields = ['tip', 'order_note', 'delivery_instruction', 'unavailable_item_note']

export const isOfField = ({ field }: { field?: string }) => noteFields.includes(field ?? '')

/** Inputs of a line; a line that is in no cart has no id to name it by. */
const lineFields = ['item_id', 'quantity', 'variation', 'add_on_ids']

const isOfLine = ({ line_id, field }: ProblemView) => line_id !== undefined || lineFields.includes(field ?? '')

/** What is wrong with one part of the order. */
export const problemsAt = ({ problems }: QuoteView, part: Part) =>
  problems.filter((problem) => !isOfLine(problem) && !isOfField(problem) && partAt(problem) === part)

/** address.latitude is about where. */
const partAt = ({ field = '' }: ProblemView) => partOf[field.split('.')[0] ?? ''] ?? 'order'

/** What is wrong with a line, and what should be known about it. */
export function problemsOfLine({ problems, warnings }: QuoteView, { id }: CartLineView) {
  const here = (problem: ProblemView) => isOfLine(problem) && (problem.line_id ?? 0) === id
  return { problems: problems.filter(here), warnings: warnings.filter(here) }
}

/** What should be known about the order as a whole. */
export const warningsOf = ({ warnings }: QuoteView) => warnings.filter((warning) => !isOfLine(warning))
