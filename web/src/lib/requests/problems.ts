import type { ErrorBody } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'

/** One thing that went wrong, in words for the shopper. */
export type Problem = {
  /** What a client acts on, empty when there was no answer. */
  code: string
  /** The input at fault, as the request spells it. */
  field?: string
  message: string
}

/** Whether the server answered with a reason, rather than not at all. */
export const isRefusal = (error: unknown): error is ErrorBody =>
  isRecord(error) && Array.isArray(error.errors) && typeof error.message === 'string'

/**
 * Reads what a call failed with: one problem per entry, and the message where
 * there is one entry or none (API-04). Without an answer, offline is what to
 * say. A call that we gave up ourselves is no problem.
 */
export function problems(error: unknown, offline: string): Problem[] {
  if (isRecord(error) && error.name === 'AbortError') return []
  if (!isRefusal(error)) return [{ code: '', message: offline }]
  if (error.errors.length > 1) return error.errors.map(({ code, field, message }) => ({ code, field, message }))
  const [only] = error.errors
  return [{ code: only?.code ?? '', field: only?.field, message: error.message }]
}

/** Whether the server said that there is no such thing. */
export const isNotFound = (error: unknown) => isRefusal(error) && error.errors.some(({ code }) => code === 'not_found')
