import type { CreatedCredential, PasskeyOptionsOutputBody, SignedCredential } from '@/lib/api/types.gen'

type Question = Pick<PasskeyOptionsOutputBody, 'challenge' | 'rp_id'>

/** Whether this browser supports passkeys. Do not call it while rendering on the server. */
export const supportsPasskeys = () => 'PublicKeyCredential' in window

/** The person canceled, or the device has a passkey for this account already. */
export class PasskeyError extends Error {
  readonly why: 'cancelled' | 'known'
  constructor(why: PasskeyError['why']) {
    super(why)
    this.why = why
  }
}

/** Makes a passkey on the device, which asks for a finger, a face or a code. */
export async function makePasskey(o: PasskeyOptionsOutputBody): Promise<CreatedCredential> {
  const made = await askDevice(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(o.challenge),
        rp: { id: o.rp_id, name: o.rp_name },
        user: { id: bytesOf(o.user_handle), name: o.user_name, displayName: o.user_name },
        pubKeyCredParams: o.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: o.credentials.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    }),
  )
  const response = made.response as AuthenticatorAttestationResponse
  return {
    id: textOf(made.rawId),
    client_data_json: textOf(response.clientDataJSON),
    attestation_object: textOf(response.attestationObject),
  }
}

/** Signs with a passkey of the device for this shop. */
export async function signWithPasskey({ challenge, rp_id }: Question): Promise<SignedCredential> {
  const used = await askDevice(() =>
    navigator.credentials.get({
      publicKey: { challenge: bytesOf(challenge), rpId: rp_id, userVerification: 'required' },
    }),
  )
  const response = used.response as AuthenticatorAssertionResponse
  return {
    id: textOf(used.rawId),
    client_data_json: textOf(response.clientDataJSON),
    authenticator_data: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    user_handle: response.userHandle ? textOf(response.userHandle) : '',
  }
}

async function askDevice(ask: () => Promise<Credential | null>) {
  try {
    const credential = await ask()
    if (credential) return credential as PublicKeyCredential
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') throw new PasskeyError('known')
  }
  throw new PasskeyError('cancelled')
}

const textOf = (buffer: ArrayBuffer) =>
  btoa(String.fromCodePoint(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0)
