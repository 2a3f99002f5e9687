import { toastProblem } from '@/lib/page/toast'
import { problems } from '@/lib/requests/problems'
import type { Message, Translate } from '@/lib/text/messages'

type Labels = Record<'notSent' | 'openElsewhere' | 'refusedElsewhere', Message>

/** Shows why nothing was placed, or that it is unknown, as a toast after the shopper has left the checkout. */
export function toastFailedElsewhere(error: unknown, isNothingPlaced: boolean, labels: Labels, t: Translate) {
  if (!isNothingPlaced) return toastProblem(t(labels.openElsewhere))
  const reasons = problems(error, t(labels.notSent)).map(({ message }) => message)
  toastProblem([t(labels.refusedElsewhere), ...reasons].join(' '))
}
