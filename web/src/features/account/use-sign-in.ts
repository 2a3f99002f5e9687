import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import {
  claimOrder,
  claimTrip,
  firebaseLogin,
  login,
  passkeyLogin,
  passkeyLoginOptions,
  signUp,
  socialLogin,
  socialRegister,
  updateInfo,
  verifyPhone,
} from '@/lib/api/sdk.gen'
import type { SignInView, SignUpInputBody, SocialBody, UpdateInfoInputBody } from '@/lib/api/types.gen'
import { resendWait } from '@/lib/account/resend-wait'
import { defineMessages } from '@/lib/text/messages'
import { signWithPasskey } from '@/lib/account/passkeys'
import { phoneServiceOf, sendPhoneCode } from '@/lib/account/phone-service'
import { startSession } from '@/lib/account/session'
import { currentScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { common } from '@/lib/text/intl'
import { problems } from '@/lib/requests/problems'
import type { AuthMode, PurchaseToKeep } from '@/contracts/account-dialogs'
import { hideProblems, toast, toastProblem } from '@/lib/page/toast'
import { storeCartConflict } from './cart-conflict'
import { chooseDefaultAddress } from './default-place'
import type { Identifier } from './identifier'
import { forgetReferral, useSharedReferral } from './referral'
import { stepAfter, type LoginType, type Medium, type Step } from './sign-in-steps'
import { phoneNeeded, type SignInPurpose } from './social'

const text = defineMessages({
  signedIn: { id: 'account.signed_in', defaultMessage: 'Logged in successfully' },
  signedUp: { id: 'account.signed_up', defaultMessage: 'Signup successfully.' },
})

type Options = {
  start: AuthMode
  purpose?: SignInPurpose
  /** Called after the token was stored and the toast shown. It may open another page. */
  onDone: (finished: { isNew: boolean }) => void
}

const callOptions = () => ({ headers: currentScope().headers, throwOnError: true }) as const

/** The steps of a sign-in, from the first form to the token (AUTH-06). The functions reject with the server's error. */
export function useSignInSteps({ start, purpose = {}, onDone }: Options) {
  const { formatMessage: t } = useIntl()
  const service = phoneServiceOf(useShop())
  const referral = useSharedReferral()
  const [step, setStep] = useState<Step>({ at: start })
  const isNew = useRef(false)
  const provider = useRef<Medium>('google')
  const guestId = useRef<string>(undefined)
  const isFinishing = useRef(false)
  const sending = useRef<{ phone: string; proof?: string; demoOtp?: string }>({ phone: '' })

  /** The guest who signs in. Kept in a ref, because another request may remove the guest's id in the meantime. */
  const guest = () => {
    guestId.current = currentScope().guestId ?? guestId.current
    return { guest_id: guestId.current }
  }

  const nextStep = async (response: SignInView, loginType: LoginType) => {
    const next = stepAfter(response, loginType)
    if (!next) return finish(response)
    if (response.message) toast(response.message)
    // If the shop uses a phone service, that verifies all phones (AUTH-09).
    const isPhone = next.at === 'otp' && next.of === 'phone'
    setStep(isPhone && service ? { ...next, session: await sendPhoneCode(service, next.phone) } : next)
  }
  /** Called before the token is stored, so that the purchase's page finds it in the account. */
  const claimPurchase = async ({ kind, id, token }: PurchaseToKeep, bearer: string) => {
    const headers = { ...currentScope().headers, 'X-Order-Token': token, Authorization: `Bearer ${bearer}` }
    const claim = kind === 'order' ? claimOrder : claimTrip
    try {
      await claim({ path: { id }, headers, body: { mine: true }, throwOnError: true })
    } catch (error) {
      problems(error, t(common.offline)).forEach(({ message }) => toastProblem(message))
    }
  }
  const finish = async ({ token, customer_id = 0, cart_conflict }: SignInView) => {
    isFinishing.current = true
    hideProblems()
    if (purpose.keeping) await claimPurchase(purpose.keeping, token)
    startSession(token, customer_id, purpose.atCheckout)
    forgetReferral()
    storeCartConflict(guestId.current, cart_conflict)
    await chooseDefaultAddress()
    toast(t(isNew.current ? text.signedUp : text.signedIn))
    onDone({ isNew: isNew.current })
  }
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
  const setNew = (value: boolean) => {
    isNew.current = value
  }

  return {
    step,
    purpose,
    /** Whether the session that has begun is of this sign-in, and onDone is still to be called. */
    isFinishing: () => isFinishing.current,
    /** The referral code that the form for a new account begins with. */
    referralCode: referral.code,
    /** The phone to which the last code was sent; the form shows it again. */
    typedPhone: () => sending.current.phone,
    /** Opens the form for signing in or up. */
    go: (to: AuthMode) => setStep({ at: to }),
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
    byPhone: async (phone: string) => {
      setNew(false)
      try {
        const { data } = await login({ ...callOptions(), body: { login_type: 'otp', phone, ...guest() } })
        sending.current = { phone, proof: data.proof, demoOtp: data.demo_otp }
        await nextStep(data, 'otp')
      } catch (error) {
        // Too soon for another code, but the last one is still valid. Without a proof, the server finds it by the
        // source of the request.
        const resendIn = resendWait(error)
        if (resendIn === undefined) throw error
        const last = sending.current.phone === phone ? sending.current : { phone }
        sending.current = last
        setStep({ at: 'otp', of: 'phone', loginType: 'otp', email: '', ...last, resendIn })
      }
    },
    bySignUp: async (body: SignUpInputBody) => {
      const { data } = await signUp({ ...callOptions(), body: { ...body, ...guest() } })
      setNew(true)
      await nextStep(data, 'manual')
    },
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
    verify: async (otp: string) => {
      if (step.at !== 'otp') return
      const { loginType, of, phone, email, proof, session } = step
      const body = { otp, login_type: loginType, proof, ...guest() }
      const { data } = session
        ? await firebaseLogin({ ...callOptions(), body: { ...body, phone, session_info: session } })
        : await verifyPhone({
            ...callOptions(),
            body: { ...body, verification_type: of, ...(of === 'phone' ? { phone } : { email }) },
          })
      await nextStep(data, loginType)
    },
    /** Repeats the request that sent the code, and stores its new proof. Returns the demo's code. */
    resend: async () => {
      if (step.at !== 'otp') return undefined
      const { loginType, phone, proof, session } = step
      if (service && session) {
        setStep({ ...step, session: await sendPhoneCode(service, phone) })
        return undefined
      }
      const body = { login_type: loginType, ...guest(), ...(loginType === 'otp' ? { phone } : { proof }) }
      const { data } = await login({ ...callOptions(), body })
      const next = { phone, proof: data.proof ?? proof, demoOtp: data.demo_otp }
      if (loginType === 'otp') sending.current = next
      setStep({ ...step, ...next })
      if (data.message) toast(data.message)
      return data.demo_otp
    },
  }
}

export type SignInSteps = ReturnType<typeof useSignInSteps>
