import { deleteApp, initializeApp } from '@firebase/app'
import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  RecaptchaVerifier,
  signInWithPhoneNumber,
} from '@firebase/auth'
import type { FirebaseView } from '@/lib/api/types.gen'

/**
 * Sends a code and returns the id of the verification. The typed code goes to our
 * own server, which calls the service. So nobody is signed in at the service, and
 * the app that sends the code is deleted afterwards.
 */
export async function sendCode(service: FirebaseView, phone: string): Promise<string> {
  const { api_key: apiKey, auth_domain: authDomain, project_id: projectId, emulator_url: emulator } = service
  const app = initializeApp({ apiKey, authDomain, projectId }, `code-${performance.now()}`)
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  if (emulator) {
    connectAuthEmulator(auth, emulator, { disableWarnings: true })
    auth.settings.appVerificationDisabledForTesting = true // the emulator has no captcha
  }
  const place = document.createElement('div')
  document.body.append(place)
  const captcha = new RecaptchaVerifier(auth, place, { size: 'invisible' })
  try {
    return (await signInWithPhoneNumber(auth, phone, captcha)).verificationId
  } finally {
    captcha.clear()
    place.remove()
    await deleteApp(app)
  }
}
