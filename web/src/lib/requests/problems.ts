import type { ErrorBody } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'

/** One problem, with a message for the shopper. */
export type Problem = {
  /** The error code, or empty without a response. */
  code: string
  /** The invalid field, as the request names it. */
  field?: string
  message: string
}

/** Whether the server responded with an error, instead of not responding at all. */
export const isRefusal = (error: unknown): error is ErrorBody =>
  isRecord(error) && Array.isArray(error.errors) && typeof error.message === 'string'

/** Whether the server refused with one of these codes. */
export const hasCode = (error: unknown, codes: string[]) =>
  isRefusal(error) && error.errors.some(({ code }) => codes.includes(code))

/** Whether the call may have had its effect: there is no response, or only an internal error. */
export const isUncertain = (error: unknown) => !isRefusal(error) || hasCode(error, ['internal', 'unavailable'])

/** Whether the server refused what was asked for, so that it would refuse another try too. */
export const isPermanent = (error: unknown): error is ErrorBody => !isUncertain(error) && !hasCode(error, ['too_many'])

/** Whether a failed fetch is repeated by itself: once after a network error, but not after it took too long. */
export const mayRepeat = (failures: number, error: unknown) =>
  failures < 1 && !isRefusal(error) && !(isRecord(error) && error.name === 'TimeoutError')

/** Whether the server refused before it looked for an earlier request with the same key. */
export const isRefusedEarly = (error: unknown) => hasCode(error, ['too_many', 'unauthorized'])

/**
 * Returns the problems of a failed call: one for each entry, or the message if there is
 * at most one entry (API-04). Without a response, it is the text offline. An aborted call
 * has no problems.
 */
export function problems(error: unknown, offline: string): Problem[] {
  if (isRecord(error) && error.name === 'AbortError') return []
  if (!isRefusal(error)) return [{ code: '', message: offline }]
  if (error.errors.length > 1) return error.errors.map(({ code, field, message }) => ({ code, field, message }))
  const [only] = error.errors
  return [{ code: only?.code ?? '', field: only?.field, message: error.message }]
}

/** Whether the server responded with not_found. */
export const isNotFound = (error: unknown) => hasCode(error, ['not_found'])
