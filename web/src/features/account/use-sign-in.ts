import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import {
  claimOrder,
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
import type { AuthMode, OrderToKeep } from '@/contracts/account-dialogs'
import { hideProblems, toast, toastProblem } from '@/lib/page/toast'
import { storeCartConflict } from './cart-conflict'
import { beginAtDefault } from './default-place'
import type { Identifier } from './identifier'
import { stepAfter, type How, type Medium, type Step } from './sign-in-steps'
import { phoneNeeded } from './social'

const text = defineMessages({
  signedIn: { id: 'account.signed_in', defaultMessage: 'Logged in successfully' },
  signedUp: { id: 'account.signed_up', defaultMessage: 'Signup successfully.' },
})

type Options = {
  start: AuthMode
  /** A guest's order that signing in keeps. */
  keeping?: OrderToKeep
  /** The token is kept and it was said; what is left is where to go. */
  onDone: (finished: { isNew: boolean }) => void
}

/** What a call of a sign-in carries beside its own. */
const as = () => ({ headers: currentScope().headers, throwOnError: true }) as const

/** A sign-in from its first form to its token (AUTH-06). Its calls reject with what the server said. */
export function useSignInSteps({ start, keeping, onDone }: Options) {
  const { formatMessage: t } = useIntl()
  const service = phoneServiceOf(useShop())
  const [step, setStep] = useState<Step>({ at: start })
  const isNew = useRef(false)
  const provider = useRef<Medium>('google')
  const guestId = useRef<string>(undefined)
  const sending = useRef<{ phone: string; proof?: string; demoOtp?: string }>({ phone: '' })

  /** The guest who signs in. The page forgets who that was when it hears, of a call beside, that they are no more. */
  const guest = () => {
    guestId.current = currentScope().guestId ?? guestId.current
    return { guest_id: guestId.current }
  }

  const proceed = async (answer: SignInView, how: How) => {
    const next = stepAfter(answer, how)
    if (!next) return finish(answer)
    if (answer.message) toast(answer.message)
    // The phone service has the say over phones where there is one (AUTH-09).
    const isPhone = next.at === 'otp' && next.of === 'phone'
    setStep(isPhone && service ? { ...next, session: await sendPhoneCode(service, next.phone) } : next)
  }
  /** Before the token is kept: the order's page then finds the order among the customer's. */
  const keepOrder = async ({ orderId: id, token }: OrderToKeep, bearer: string) => {
    const headers = { ...currentScope().headers, 'X-Order-Token': token, Authorization: `Bearer ${bearer}` }
    try {
      await claimOrder({ path: { id }, headers, body: { mine: true }, throwOnError: true })
    } catch (error) {
      problems(error, t(common.offline)).forEach(({ message }) => toastProblem(message))
    }
  }
  const finish = async ({ token, customer_id = 0, cart_conflict }: SignInView) => {
    hideProblems()
    if (keeping) await keepOrder(keeping, token)
    startSession(token, customer_id)
    storeCartConflict(guestId.current, cart_conflict)
    await beginAtDefault()
    toast(t(isNew.current ? text.signedUp : text.signedIn))
    onDone({ isNew: isNew.current })
  }
  /** Somebody whom a provider vouches for and nobody here knows is asked for a phone. */
  const orPhone = async (call: () => Promise<void>) => {
    try {
      await call()
    } catch (error) {
      const proof = phoneNeeded(error)
      if (proof === undefined) throw error
      setStep({ at: 'phone_modal', proof })
    }
  }
  const fresh = (asNew: boolean) => {
    isNew.current = asNew
  }

  return {
    step,
    keeping,
    /** The phone that a code was last asked for, to be there when somebody goes back. */
    typedPhone: () => sending.current.phone,
    /** To another form, or back to the first. */
    go: (to: AuthMode) => setStep({ at: to }),
    byPassword: async ({ type, value }: Identifier, password: string) => {
      fresh(false)
      const body = { login_type: 'manual', email_or_phone: value, field_type: type, password, ...guest() } as const
      await proceed((await login({ ...as(), body })).data, 'manual')
    },
    byPasskey: async () => {
      fresh(false)
      const { data: question } = await passkeyLoginOptions(as())
      const credential = await signWithPasskey(question)
      const { data } = await passkeyLogin({ ...as(), body: { proof: question.proof, credential, ...guest() } })
      await proceed(data, 'manual')
    },
    byPhone: async (phone: string) => {
      fresh(false)
      try {
        const { data } = await login({ ...as(), body: { login_type: 'otp', phone, ...guest() } })
        sending.current = { phone, proof: data.proof, demoOtp: data.demo_otp }
        await proceed(data, 'otp')
      } catch (error) {
        // The last code can still be typed: by its own proof, or by where it was asked for.
        const resendIn = resendWait(error)
        if (resendIn === undefined) throw error
        const last = sending.current.phone === phone ? sending.current : { phone }
        sending.current = last
        setStep({ at: 'otp', of: 'phone', how: 'otp', email: '', ...last, resendIn })
      }
    },
    bySignUp: async (body: SignUpInputBody) => {
      const { data } = await signUp({ ...as(), body: { ...body, ...guest() } })
      fresh(true)
      await proceed(data, 'manual')
    },
    byProvider: (medium: Medium, token: string, nonce: string) => {
      fresh(false)
      provider.current = medium
      const body: SocialBody = { medium, token, nonce, login_type: 'social', ...guest() }
      return orPhone(async () => proceed((await socialLogin({ ...as(), body })).data, 'social'))
    },
    /** Goes on with the phone that a provider did not tell. */
    withPhone: async (proof: string, phone: string) => {
      const body: SocialBody = { medium: provider.current, proof, phone, login_type: 'social', ...guest() }
      await proceed((await socialRegister({ ...as(), body })).data, 'social')
    },
    /** Sends what the step asked for: name and contact, or whether the account is theirs. */
    tell: (how: How, body: UpdateInfoInputBody) =>
      orPhone(async () => {
        const { data } = await updateInfo({ ...as(), body: { ...body, login_type: how, ...guest() } })
        await proceed(data, how)
      }),
    verify: async (otp: string) => {
      if (step.at !== 'otp') return
      const { how, of, phone, email, proof, session } = step
      const body = { otp, login_type: how, proof, ...guest() }
      const { data } = session
        ? await firebaseLogin({ ...as(), body: { ...body, phone, session_info: session } })
        : await verifyPhone({
            ...as(),
            body: { ...body, verification_type: of, ...(of === 'phone' ? { phone } : { email }) },
          })
      await proceed(data, how)
    },
    /** Sends the code again by repeating the call that sent it. The proof belongs to the last sending. Returns the demo's code. */
    resend: async () => {
      if (step.at !== 'otp') return undefined
      const { how, phone, proof, session } = step
      if (service && session) {
        setStep({ ...step, session: await sendPhoneCode(service, phone) })
        return undefined
      }
      const body = { login_type: how, ...guest(), ...(how === 'otp' ? { phone } : { proof }) }
      const { data } = await login({ ...as(), body })
      const next = { phone, proof: data.proof ?? proof, demoOtp: data.demo_otp }
      if (how === 'otp') sending.current = next
      setStep({ ...step, ...next })
      if (data.message) toast(data.message)
      return data.demo_otp
    },
  }
}

export type SignInSteps = ReturnType<typeof useSignInSteps>
