import { isRecord } from '@/lib/scope/guards'
import { isRefusal } from '@/lib/requests/problems'

/**
 * Seconds until another code may be sent, where the server refused to send one
 * and the last one can still be typed; else undefined.
 */
export function resendWait(error: unknown): number | undefined {
  if (!isRefusal(error) || !isRecord(error.detail) || !('code_expires_in' in error.detail)) return undefined
  const { resend_in: wait } = error.detail
  return typeof wait === 'number' ? wait : undefined
}
