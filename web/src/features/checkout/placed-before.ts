import { useNavigate } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { toastProblem } from '@/lib/page/toast'
import type { Message } from '@/lib/text/messages'
import { isPlacedBefore } from './placing'

type Labels = Record<'placedBefore' | 'showAll', Message>

/**
 * Returns a function that shows, if the error says so, that something had been placed, with a link to
 * the page of all of them. It returns whether it did.
 */
export function usePlacedBefore(labels: Labels, to: '/my-orders' | '/my-trips') {
  const { formatMessage: t } = useIntl()
  const navigate = useNavigate()
  return (error: unknown) => {
    if (!isPlacedBefore(error)) return false
    toastProblem(t(labels.placedBefore), { label: t(labels.showAll), run: () => void navigate({ to }) })
    return true
  }
}
