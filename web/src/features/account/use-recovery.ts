import { useRef, useState } from 'react'
import {
  firebaseResetPassword,
  firebaseVerifyToken,
  forgotPassword,
  resetPassword,
  verifyToken,
} from '@/lib/api/sdk.gen'
import type { ConfigView } from '@/lib/api/types.gen'
import { resendWait } from '@/lib/account/resend-wait'
import { phoneServiceOf, sendPhoneCode } from '@/lib/account/phone-service'
import { isRefusal } from '@/lib/requests/problems'
import { currentScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { toast } from '@/lib/page/toast'
import type { Identifier } from './identifier'

/** The type of contact to which the code is sent. */
export type Method = Identifier['type']

/** The last code that our server sent. proof: identifies it. */
type Sending = { who: Identifier; proof?: string; demoOtp?: string }

type Step =
  /** who: the initial value of the form. */
  | { at: 'who'; who?: Identifier }
  /** resendIn: see OtpForm; session: the phone service's id of the verification, if it sent the code. */
  | ({ at: 'code'; session?: string; resendIn?: number } & Sending)
  /** token: the server returns it for a correct code. clears: the new password removes what is stored in the account. */
  | { at: 'password'; who: Identifier; token: string; byService: boolean; clears?: boolean }
  | { at: 'changed' }

/** Returns the ways in which a code can be sent; none if the shop has no passwords. */
function recoveryMethods(shop: ConfigView): Method[] {
  if (shop.centralize_login.manual_login_status !== 1) return []
  const methods: Method[] = []
  if (shop.is_sms_active || phoneServiceOf(shop)) methods.push('phone')
  if (shop.is_mail_active) methods.push('email')
  return methods
}

/** The identifier as the API expects it. */
const body = ({ type, value }: Identifier) =>
  ({ verification_method: type, ...(type === 'phone' ? { phone: value } : { email: value }) }) as const

/** Whether the error concerns the token or the contact instead of the password, so that a new code is needed. */
const needsNewCode = (error: unknown) =>
  isRefusal(error) && error.errors.some(({ field }) => ['reset_token', 'phone', 'email'].includes(field ?? ''))

/** The three steps to a new password (AUTH-08). The functions reject with the server's error. */
export function useRecovery({ onChanged }: { onChanged: () => void }) {
  const shop = useShop()
  const service = phoneServiceOf(shop)
  const [step, setStep] = useState<Step>({ at: 'who' })
  const last = useRef<Sending>(undefined)
  const callOptions = { headers: currentScope().headers, throwOnError: true } as const

  /** Sends a code. The message is the same whether or not there is an account. */
  const sendCode = async (who: Identifier) => {
    if (service && who.type === 'phone') {
      const session = await sendPhoneCode(service, who.value)
      setStep({ at: 'code', who, session })
      return undefined
    }
    const { data } = await forgotPassword({ ...callOptions, body: body(who) })
    toast(data.message)
    last.current = { who, proof: data.proof, demoOtp: data.demo_otp }
    setStep({ at: 'code', ...last.current })
    return data.demo_otp
  }
  /** Sends a code. If it is too soon for another one, shows the form for the last code. */
  const requestCode = async (who: Identifier) => {
    try {
      await sendCode(who)
    } catch (error) {
      const resendIn = resendWait(error)
      if (resendIn === undefined) throw error
      const sending = last.current?.who.value === who.value ? last.current : { who }
      setStep({ at: 'code', ...sending, resendIn })
    }
  }

  return {
    step,
    methods: recoveryMethods(shop),
    requestCode,
    /** Returns to the first step and keeps the typed value. */
    restart: () => setStep({ at: 'who', who: 'who' in step ? step.who : undefined }),
    resend: async () => (step.at === 'code' ? sendCode(step.who) : undefined),
    verify: async (code: string) => {
      if (step.at !== 'code') return
      const { who, proof, session } = step
      if (!session) {
        const { data } = await verifyToken({ ...callOptions, body: { ...body(who), proof, reset_token: code } })
        if (data.message) toast(data.message)
        setStep({ at: 'password', who, token: data.reset_token, byService: false, clears: data.clears_account })
        return
      }
      const asked = { session_info: session, otp: code, phone: who.value, is_reset_token: 1 } as const
      const { data } = await firebaseVerifyToken({ ...callOptions, body: asked })
      if (data.message) toast(data.message)
      setStep({ at: 'password', who, token: data.reset_token ?? '', byService: true, clears: data.clears_account })
    },
    change: async (password: string, confirm_password: string) => {
      if (step.at !== 'password') return
      const { who, token: reset_token, byService } = step
      const call = byService ? firebaseResetPassword : resetPassword
      try {
        const { data } = await call({ ...callOptions, body: { ...body(who), reset_token, password, confirm_password } })
        toast(data.message)
      } catch (error) {
        if (needsNewCode(error)) setStep({ at: 'who', who })
        throw error
      }
      setStep({ at: 'changed' })
      onChanged()
    },
  }
}
