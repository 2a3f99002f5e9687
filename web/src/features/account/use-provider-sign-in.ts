import { useRef } from 'react'
import { socialLogin, socialRegister, updateInfo } from '@/lib/api/sdk.gen'
import type { SocialBody, UpdateInfoInputBody } from '@/lib/api/types.gen'
import type { useSharedReferral } from './referral'
import type { LoginType, Medium } from './sign-in-steps'
import { phoneNeeded } from './social'
import { callOptions, type SignInFlow } from './use-sign-in-flow'

/** Signing in with a provider, and the forms for what its account lacks: a phone, a name and contacts. */
export function useProviderSignIn(
  { setStep, nextStep, guest, setNew }: SignInFlow,
  referral: ReturnType<typeof useSharedReferral>,
) {
  const provider = useRef<Medium>('google')

  /** Runs a call, and shows the phone form if the user of a provider has no account yet. */
  const orAskPhone = async (call: () => Promise<void>) => {
    try {
      await call()
    } catch (error) {
      const proof = phoneNeeded(error)
      if (proof === undefined) throw error
      setStep({ at: 'phone_modal', proof })
    }
  }

  return {
    byProvider: (medium: Medium, token: string, nonce: string) => {
      setNew(false)
      provider.current = medium
      const body: SocialBody = { medium, token, nonce, login_type: 'social', ...guest() }
      return orAskPhone(async () => nextStep((await socialLogin({ ...callOptions(), body })).data, 'social'))
    },
    /** Creates the account with the phone that the provider did not return. */
    withPhone: async (proof: string, phone: string) => {
      const body: SocialBody = { medium: provider.current, proof, phone, login_type: 'social', ...guest() }
      const { data } = await referral.send((code) => socialRegister({ ...callOptions(), body: { ...body, ...code } }))
      await nextStep(data, 'social')
    },
    /** Sends the name and contacts, or whether the existing account belongs to the user. */
    sendInfo: (loginType: LoginType, body: UpdateInfoInputBody) =>
      orAskPhone(async () => {
        const { data } = await referral.send((code) =>
          updateInfo({ ...callOptions(), body: { ...body, ...code, login_type: loginType, ...guest() } }),
        )
        await nextStep(data, loginType)
      }),
  }
}
