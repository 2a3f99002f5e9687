import type { ConfigView, ErrorBody, FirebaseView } from '@/lib/api/types.gen'

/** The service that verifies phones instead of our own codes, or undefined (AUTH-09). */
export const phoneServiceOf = ({ firebase_otp_verification, firebase }: ConfigView): FirebaseView | undefined =>
  firebase_otp_verification === 1 ? firebase : undefined

/**
 * Makes the phone service send a code. Returns the id of the verification, which is the
 * session_info of our calls. An error of the service rejects like an error of our own
 * server. An invalid number rejects with AbortError, so that no message is shown (API-07).
 */
export async function sendPhoneCode(service: FirebaseView, phone: string): Promise<string> {
  const firebase = await import('./firebase')
  try {
    return await firebase.sendCode(service, phone)
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown) {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' || code === 'auth/network-request-failed') return error
  if (code === 'auth/invalid-phone-number') return new DOMException(code, 'AbortError')
  const words = String(message)
    .replace(/^Firebase: /, '')
    .replace(/ ?\(auth\/[\w-]+\)\.?$/, '')
  const told = words || code
  return { message: told, errors: [{ code, message: told }] } satisfies ErrorBody
}
