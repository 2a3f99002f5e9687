import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { ProblemView } from '@/lib/api/types.gen'
import { toastProblem } from '@/lib/page/toast'
import { problems, type Problem } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import type { Message } from '@/lib/text/messages'
import { isChanged } from './checkout-queries'
import { toastFailedElsewhere } from './failed-elsewhere'
import { usePlacedBefore } from './placed-before'

type Options<Quote> = {
  /** The texts that name what is placed. */
  labels: Record<'notSent' | 'notPlaced' | 'placedBefore' | 'showAll' | 'refusedElsewhere' | 'openElsewhere', Message>
  /** The page of everything that was placed. */
  listPage: '/my-orders' | '/my-trips'
  /** Whether it is certain, after a failed request, that nothing was placed. */
  isNothingPlaced: () => boolean
  /** Returns the new quote that the error contains. */
  quoteIn: (error: unknown) => Quote | undefined
}

type Failed<Quote> = {
  /** The quote that the shopper accepted. */
  agreed: Quote | undefined
  /** An earlier request was repeated. */
  isAgain: boolean
  queryKey: QueryKey
  /** Shows problems at their fields, and returns the others. */
  showAtFields: (found: readonly Problem[]) => readonly Problem[]
}

/** Shows why an order, a parcel or a trip was not placed, and asks about one whose price has changed (C3, C4). */
export function useFailedPlacing<Quote extends { problems: ProblemView[] }>(options: Options<Quote>) {
  const { labels, listPage, isNothingPlaced, quoteIn } = options
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  const [changed, setChanged] = useState<{ before: Quote; now: Quote }>()
  const showPlacedBefore = usePlacedBefore(labels, listPage)
  return {
    /** The accepted and the new quote, until the shopper decides. */
    changed,
    closeChanged: () => setChanged(undefined),
    /** Shows the error after the shopper has left the checkout. */
    showElsewhere: (error: unknown) =>
      showPlacedBefore(error) || toastFailedElsewhere(error, isNothingPlaced(), labels, t),
    /** Shows the error in a dialog, at a field, on a part of the page, or as a toast. */
    show: (error: unknown, { agreed, isAgain, queryKey, showAtFields }: Failed<Quote>) => {
      if (showPlacedBefore(error)) return
      if (isNothingPlaced() && isAgain) toastProblem(t(labels.notPlaced))
      const now = quoteIn(error)
      if (now) queryClient.setQueryData(queryKey, now)
      if (now && agreed && isChanged(error) && now.problems.length === 0) return setChanged({ before: agreed, now })
      setChanged(undefined)
      const others = showAtFields(problems(error, t(isNothingPlaced() ? labels.notSent : common.offline)))
      const onPage = now?.problems.map(({ message }) => message) ?? []
      for (const { message } of others) if (!onPage.includes(message)) toastProblem(message)
    },
  }
}
