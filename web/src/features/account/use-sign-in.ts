import { useState } from 'react'
import { login, passkeyLogin, passkeyLoginOptions, signUp } from '@/lib/api/sdk.gen'
import type { SignUpInputBody } from '@/lib/api/types.gen'
import { signWithPasskey } from '@/lib/account/passkeys'
import type { AuthMode } from '@/contracts/account-dialogs'
import type { Identifier } from './identifier'
import { useSharedReferral } from './referral'
import type { SignInPurpose } from './social'
import { useCodeSignIn } from './use-code-sign-in'
import { useProviderSignIn } from './use-provider-sign-in'
import { callOptions, useSignInFlow, type FlowOptions } from './use-sign-in-flow'

type Options = Omit<FlowOptions, 'purpose'> & { purpose?: SignInPurpose }

/** The steps of a sign-in, from the first form to the token (AUTH-06). The functions reject with the server's error. */
export function useSignInSteps({ purpose = {}, ...options }: Options) {
  const flow = useSignInFlow({ ...options, purpose })
  const { guest, setNew, setStep, nextStep } = flow
  const referral = useSharedReferral()
  const [typed, setTyped] = useState<Pick<SignUpInputBody, 'name' | 'email' | 'phone'>>()

  return {
    step: flow.step,
    purpose,
    isFinishing: flow.isFinishing,
    /** The referral code that the form for a new account begins with. */
    referralCode: referral.code,
    /** What was typed into the form of a new account, except passwords. */
    typed,
    /** Returns to the form that the sign-in began with: who waits for a code may have mistyped the contact. */
    back: () => setStep({ at: typed ? 'sign-up' : 'sign-in' }),
    /** Opens the form for signing in or up. */
    go: (to: AuthMode) => {
      setTyped(undefined)
      setStep({ at: to })
    },
    byPassword: async ({ type, value }: Identifier, password: string) => {
      setNew(false)
      const body = { login_type: 'manual', email_or_phone: value, field_type: type, password, ...guest() } as const
      await nextStep((await login({ ...callOptions(), body })).data, 'manual')
    },
    byPasskey: async () => {
      setNew(false)
      const { data: question } = await passkeyLoginOptions(callOptions())
      const credential = await signWithPasskey(question)
      const { data } = await passkeyLogin({ ...callOptions(), body: { proof: question.proof, credential, ...guest() } })
      await nextStep(data, 'manual')
    },
    bySignUp: async (body: SignUpInputBody) => {
      const { data } = await signUp({ ...callOptions(), body: { ...body, ...guest() } })
      setNew(true)
      setTyped({ name: body.name, email: body.email, phone: body.phone })
      await nextStep(data, 'manual')
    },
    ...useCodeSignIn(flow),
    ...useProviderSignIn(flow, referral),
  }
}

export type SignInSteps = ReturnType<typeof useSignInSteps>
