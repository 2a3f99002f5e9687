import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { updateProfile } from '@/lib/api/sdk.gen'
import type { UpdateProfileData } from '@/lib/api/types.gen'
import { customerOptions } from '@/lib/account/customer'
import { useMounted } from '@/lib/page/use-mounted'
import { phoneServiceOf, sendPhoneCode } from '@/lib/account/phone-service'
import { currentScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { toast } from '@/lib/page/toast'

/** What is to be changed; what is left out stays as it is (PROF-04). */
export type Changes = NonNullable<UpdateProfileData['body']>

/** A code that was sent and is waited for. */
export type Awaited = {
  on: 'phone' | 'email'
  /** Where it went. */
  to: string
  demoOtp?: string
  /** What it belongs to, where another service sent it. */
  session?: string
  /** The update, to be sent again with the code. */
  changes: Changes
}

/**
 * Changes a profile, through as many codes as it takes (PROF-04). A new contact
 * is the customer's once its code was right; all else is saved at once.
 */
export function useUpdateProfile(onDone: () => void) {
  const queryClient = useQueryClient()
  const service = phoneServiceOf(useShop())
  // Kept while its dialog closes, or the dialog would be gone instead.
  const [awaited, setAwaited] = useState<Awaited>()
  const [isAsking, setAsking] = useState(false)

  const ask = async (changes: Changes): Promise<Awaited | undefined> => {
    const scope = currentScope()
    const { data } = await updateProfile({ headers: scope.headers, body: changes, throwOnError: true })
    const { verification_on: on = 'phone', otp_send: isSent, demo_otp: demoOtp, message } = data
    await queryClient.invalidateQueries({ queryKey: customerOptions(scope).queryKey })
    if (!isSent) {
      toast(message)
      onDone()
      return undefined
    }
    const to = changes[on] ?? ''
    const session = service && on === 'phone' ? await sendPhoneCode(service, to) : undefined
    // The rest is saved by now: only the contacts come along.
    const { name: _name, image: _image, password: _password, confirm_password: _confirm, ...contacts } = changes
    return { on, to, demoOtp, session, changes: contacts }
  }
  const wait = (next: Awaited | undefined) => {
    if (next) setAwaited(next)
    setAsking(next !== undefined)
  }
  // After a refusal, too: what confirms that it is the customer may be another thing by now.
  const refetch = () => queryClient.invalidateQueries({ queryKey: customerOptions(currentScope()).queryKey })
  const update = useMutation({
    meta: { quiet: useMounted() },
    mutationFn: ask,
    onSuccess: wait,
    onError: () => void refetch(),
  })
  const medium = awaited?.on === 'email' ? 'email' : awaited?.session ? 'firebase' : 'SMS'

  return {
    update: update.mutate,
    isPending: update.isPending,
    awaited,
    /** Whether the code is asked for now. */
    isAsking,
    /** Brings the code; the next one, if there is another contact to prove, takes its place. */
    verify: async (otp: string) => {
      if (!awaited) return
      const proof = { otp, verification_on: awaited.on, verification_medium: medium, session_info: awaited.session }
      const next = await ask({ ...awaited.changes, ...proof })
      wait(next && { ...next, changes: awaited.changes })
    },
    resend: async () => {
      const again = awaited && (await ask(awaited.changes))
      wait(again)
      return again?.demoOtp
    },
    giveUp: () => setAsking(false),
  }
}
