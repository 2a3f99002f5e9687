import { isRecord } from '@/lib/scope/guards'
import { readJson, write } from '@/lib/scope/local-storage'

/**
 * Returns the identifier that "Remember me" stored (AUTH-02), or ''. The password is
 * never stored: anyone at this device can read local storage, and the browser's
 * password manager is safer.
 */
export function rememberedIdentifier(): string {
  const stored = readJson('userDatafor')
  return isRecord(stored) && typeof stored.email_or_phone === 'string' ? stored.email_or_phone.slice(0, 255) : ''
}

/** Stores an identifier; null removes it. */
export const rememberIdentifier = (identifier: string | null) =>
  write({ userDatafor: identifier === null ? null : JSON.stringify({ email_or_phone: identifier }) })
