import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { fetchLostStyles } from '@/lib/files'
import { ErrorState } from './error-state'

/** In place of a page that failed, within the frame; trying again fetches its files and its answers anew. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const retry = async () => {
    await fetchLostStyles()
    queries.reset()
    await router.invalidate()
  }
  return <ErrorState error={error} onRetry={() => void retry().catch(() => {})} />
}
