import { useRef } from 'react'
import { firebaseLogin, login, verifyPhone } from '@/lib/api/sdk.gen'
import { resendWait } from '@/lib/account/resend-wait'
import { sendPhoneCode } from '@/lib/account/phone-service'
import { toast } from '@/lib/page/toast'
import { callOptions, type SignInFlow } from './use-sign-in-flow'

/** Signing in with a code by phone, and verifying a contact with a code. */
export function useCodeSignIn({ step, setStep, nextStep, guest, setNew, service }: SignInFlow) {
  const sending = useRef<{ phone: string; proof?: string; demoOtp?: string }>({ phone: '' })

  return {
    /** The phone to which the last code was sent; the form shows it again. */
    typedPhone: () => sending.current.phone,
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
