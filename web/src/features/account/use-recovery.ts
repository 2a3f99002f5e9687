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

/** What a code for a new password can be sent to. */
export type Method = Identifier['type']

/** proof: which sending of ours a code belongs to. */
type Sending = { who: Identifier; proof?: string; demoOtp?: string }

type Step =
  /** who: as it was typed before. */
  | { at: 'who'; who?: Identifier }
  /** resendIn: see OtpForm; session: the phone service's name for its own. */
  | ({ at: 'code'; session?: string; resendIn?: number } & Sending)
  /** token: what the code was changed for. */
  | { at: 'password'; who: Identifier; token: string; byService: boolean }
  | { at: 'changed' }

/** What a code can be sent by; none where the shop has neither, or no passwords. */
function recoveryMethods(shop: ConfigView): Method[] {
  if (shop.centralize_login.manual_login_status !== 1) return []
  const methods: Method[] = []
  if (shop.is_sms_active || phoneServiceOf(shop)) methods.push('phone')
  if (shop.is_mail_active) methods.push('email')
  return methods
}

/** Who it is about, as the calls take it. */
const body = ({ type, value }: Identifier) =>
  ({ verification_method: type, ...(type === 'phone' ? { phone: value } : { email: value }) }) as const

/** Whether a refusal is about the proof or whom it is for, and not about the password. */
const isAboutWho = (error: unknown) =>
  isRefusal(error) && error.errors.some(({ field }) => ['reset_token', 'phone', 'email'].includes(field ?? ''))

/** The three steps to a new password (AUTH-08). Its calls reject with what the server said. */
export function useRecovery({ onChanged }: { onChanged: () => void }) {
  const shop = useShop()
  const service = phoneServiceOf(shop)
  const [step, setStep] = useState<Step>({ at: 'who' })
  const last = useRef<Sending>(undefined)
  const as = { headers: currentScope().headers, throwOnError: true } as const

  /** Sends a code; the same is said whether or not there is an account. */
  const ask = async (who: Identifier) => {
    if (service && who.type === 'phone') {
      const session = await sendPhoneCode(service, who.value)
      setStep({ at: 'code', who, session })
      return undefined
    }
    const { data } = await forgotPassword({ ...as, body: body(who) })
    toast(data.message)
    last.current = { who, proof: data.proof, demoOtp: data.demo_otp }
    setStep({ at: 'code', ...last.current })
    return data.demo_otp
  }
  /** Asks for a code; where the last one can still be typed, its field is shown instead. */
  const askOrGoOn = async (who: Identifier) => {
    try {
      await ask(who)
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
    ask: askOrGoOn,
    /** Back to the first step, with what was typed. */
    restart: () => setStep({ at: 'who', who: 'who' in step ? step.who : undefined }),
    resend: async () => (step.at === 'code' ? ask(step.who) : undefined),
    verify: async (code: string) => {
      if (step.at !== 'code') return
      const { who, proof, session } = step
      if (!session) {
        const { data } = await verifyToken({ ...as, body: { ...body(who), proof, reset_token: code } })
        if (data.message) toast(data.message)
        setStep({ at: 'password', who, token: data.reset_token, byService: false })
        return
      }
      const asked = { session_info: session, otp: code, phone: who.value, is_reset_token: 1 } as const
      const { data } = await firebaseVerifyToken({ ...as, body: asked })
      if (data.message) toast(data.message)
      setStep({ at: 'password', who, token: data.reset_token ?? '', byService: true })
    },
    change: async (password: string, confirm_password: string) => {
      if (step.at !== 'password') return
      const { who, token: reset_token, byService } = step
      const call = byService ? firebaseResetPassword : resetPassword
      try {
        const { data } = await call({ ...as, body: { ...body(who), reset_token, password, confirm_password } })
        toast(data.message)
      } catch (error) {
        // No other password helps: the way on is another code.
        if (isAboutWho(error)) setStep({ at: 'who', who })
        throw error
      }
      setStep({ at: 'changed' })
      onChanged()
    },
  }
}
