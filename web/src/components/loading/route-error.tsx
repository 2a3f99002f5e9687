import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { refetchMissing } from '@/lib/page/missing-files'
import { toastFailure } from '@/lib/page/toast'
import { ErrorState } from './error-state'

/** Shown in the frame for a page that failed. Retrying fetches its files and its data again. */
export function RouteError({ error }: ErrorComponentProps) {
  const intl = useIntl()
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    await refetchMissing(error)
    queries.reset()
    await router.invalidate()
  }
  const onRetry = () => {
    setBusy(true)
    retry()
      .catch((failure: unknown) => toastFailure(failure, intl))
      .finally(() => setBusy(false))
  }
  return <ErrorState error={error} busy={isBusy} onRetry={onRetry} />
}
