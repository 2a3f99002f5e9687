import { isRecord } from '@/lib/scope/guards'
import { isRefusal } from '@/lib/requests/problems'

/**
 * If the server refused to send another code, because the last one is still valid:
 * the seconds until the next may be sent. Else undefined.
 */
export function resendWait(error: unknown): number | undefined {
  if (!isRefusal(error) || !isRecord(error.detail) || !('code_expires_in' in error.detail)) return undefined
  const { resend_in: wait } = error.detail
  return typeof wait === 'number' ? wait : undefined
}
