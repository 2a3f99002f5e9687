import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { refetchMissing } from '@/lib/page/missing-files'
import { ErrorState } from './error-state'

/** Shown in the frame for a page that failed. Retrying fetches its files and its data again. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const retry = async () => {
    await refetchMissing(error)
    queries.reset()
    await router.invalidate()
  }
  return <ErrorState error={error} onRetry={() => void retry().catch(() => {})} />
}
