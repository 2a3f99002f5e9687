import type { CartLineView, ProblemView, QuoteView } from '@/lib/api/types.gen'

/** The parts of the checkout that show problems; 'order' shows the problems of the whole order. */
export type Part = 'how' | 'where' | 'when' | 'prescription' | 'payment' | 'order'

const partOf: Record<string, Part> = {
  order_type: 'how',
  address: 'where',
  schedule_at: 'when',
  prescription_images: 'prescription',
  payment_method: 'payment',
}

/** Fields that show their own errors. */
const noteFields = ['tip', 'order_note', 'delivery_instruction', 'unavailable_item_note']

export const isOfField = ({ field }: { field?: string }) => noteFields.includes(field ?? '')

/** Returns the messages by field. prefix is removed from the names of the fields. */
export const byField = (of: readonly { field?: string; message: string }[], prefix = ''): Record<string, string> =>
  Object.fromEntries(of.map(({ field = '', message }) => [field.slice(prefix.length), message]))

/** Fields of a line. A line to buy now is not in the cart, so its problems have no line_id. */
const lineFields = ['item_id', 'quantity', 'variation', 'add_on_ids']

const isOfLine = ({ line_id, field }: ProblemView) => line_id !== undefined || lineFields.includes(field ?? '')

/** Returns the problems of a part. */
export const problemsAt = ({ problems }: QuoteView, part: Part) =>
  problems.filter((problem) => !isOfLine(problem) && !isOfField(problem) && partAt(problem) === part)

/** Returns the part of a field; address.latitude belongs to 'where'. */
const partAt = ({ field = '' }: ProblemView) => partOf[field.split('.')[0] ?? ''] ?? 'order'

/** Returns the problems and warnings of a line. */
export function problemsOfLine({ problems, warnings }: QuoteView, { id }: CartLineView) {
  const here = (problem: ProblemView) => isOfLine(problem) && (problem.line_id ?? 0) === id
  return { problems: problems.filter(here), warnings: warnings.filter(here) }
}

/** Returns the warnings of the whole order. */
export const warningsOf = ({ warnings }: QuoteView) => warnings.filter((warning) => !isOfLine(warning))
