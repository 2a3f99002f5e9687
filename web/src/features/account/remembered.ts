import { isRecord } from '@/lib/scope/guards'
import { readJson, write } from '@/lib/scope/local-storage'

/**
 * The identifier of who ticked "Remember me" (AUTH-02); '' when nobody did. Never
 * the password: local storage is open to everybody at this device, and keeping
 * passwords is what the browser's own, locked place is for.
 */
export function rememberedIdentifier(): string {
  const kept = readJson('userDatafor')
  return isRecord(kept) && typeof kept.email_or_phone === 'string' ? kept.email_or_phone.slice(0, 255) : ''
}

/** Remembers an identifier; null forgets it. */
export const rememberIdentifier = (identifier: string | null) =>
  write({ userDatafor: identifier === null ? null : JSON.stringify({ email_or_phone: identifier }) })
