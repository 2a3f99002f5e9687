import { useState } from 'react'
import {
  firebaseResetPassword,
  firebaseVerifyToken,
  forgotPassword,
  resetPassword,
  verifyToken,
} from '@/lib/api/sdk.gen'
import type { ConfigView } from '@/lib/api/types.gen'
import { phoneServiceOf, sendPhoneCode } from '@/lib/phone-service'
import { currentScope } from '@/lib/scope'
import { useShop } from '@/lib/shop'
import { toast } from '@/lib/toast'
import type { Identifier } from './identifier'

/** What a code for a new password can be sent to. */
export type Method = Identifier['type']

type Step =
  | { at: 'who' }
  /** proof: which sending of ours the code belongs to; session: the phone service's name for its own. */
  | { at: 'code'; who: Identifier; proof?: string; demoOtp?: string; session?: string }
  /** token: the code itself, or what the phone service's was changed for. */
  | { at: 'password'; who: Identifier; proof?: string; token: string; byService: boolean }
  | { at: 'changed' }

/** What a code can be sent by; none where the shop has neither, or no passwords. */
export function recoveryMethods(shop: ConfigView): Method[] {
  if (shop.centralize_login.manual_login_status !== 1) return []
  const methods: Method[] = []
  if (shop.is_sms_active || phoneServiceOf(shop)) methods.push('phone')
  if (shop.is_mail_active) methods.push('email')
  return methods
}

/** Who it is about, as the calls take it. */
const body = ({ type, value }: Identifier) =>
  ({ verification_method: type, ...(type === 'phone' ? { phone: value } : { email: value }) }) as const

/** The three steps to a new password (AUTH-08). Its calls reject with what the server said. */
export function useRecovery({ onChanged }: { onChanged: () => void }) {
  const shop = useShop()
  const service = phoneServiceOf(shop)
  const [step, setStep] = useState<Step>({ at: 'who' })
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
    setStep({ at: 'code', who, proof: data.proof, demoOtp: data.demo_otp })
    return data.demo_otp
  }

  return {
    step,
    methods: recoveryMethods(shop),
    ask,
    resend: async () => (step.at === 'code' ? ask(step.who) : undefined),
    verify: async (code: string) => {
      if (step.at !== 'code') return
      const { who, proof, session } = step
      if (!session) {
        await verifyToken({ ...as, body: { ...body(who), proof, reset_token: code } })
        setStep({ at: 'password', who, proof, token: code, byService: false })
        return
      }
      const asked = { session_info: session, otp: code, phone: who.value, is_reset_token: 1 } as const
      const { data } = await firebaseVerifyToken({ ...as, body: asked })
      setStep({ at: 'password', who, token: data.reset_token ?? '', byService: true })
    },
    change: async (password: string, confirm_password: string) => {
      if (step.at !== 'password') return
      const { who, proof, token: reset_token, byService } = step
      const call = byService ? firebaseResetPassword : resetPassword
      const { data } = await call({ ...as, body: { ...body(who), proof, reset_token, password, confirm_password } })
      toast(data.message)
      setStep({ at: 'changed' })
      onChanged()
    },
  }
}
