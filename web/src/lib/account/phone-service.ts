import type { ConfigView, ErrorBody, FirebaseView } from '@/lib/api/types.gen'

/** The service that verifies phones in the place of codes of our own; undefined where there is none (AUTH-09). */
export const phoneServiceOf = ({ firebase_otp_verification, firebase }: ConfigView): FirebaseView | undefined =>
  firebase_otp_verification === 1 ? firebase : undefined

/**
 * Has the phone service send a code. Returns its name for the verification, the
 * session_info of our calls. What the service complains about is rejected as our
 * own server's refusals are. An invalid number rejects with AbortError, so that no message is shown (API-07).
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
