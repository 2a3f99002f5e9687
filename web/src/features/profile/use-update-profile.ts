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
import { noConfirmation, type Confirmation } from './confirm-field'

/** The fields to change. Missing fields stay as they are (PROF-04). */
export type Changes = NonNullable<UpdateProfileData['body']>

/** A code that was sent and not entered yet. */
export type Awaited = {
  on: 'phone' | 'email'
  /** The contact that it was sent to. */
  to: string
  demoOtp?: string
  /** The session of the service that sent it, if it was not our server. */
  session?: string
  /** The update, which is sent again with the code. */
  changes: Changes
}

/** What is left of an update once everything but its contacts is saved: a new password confirms them from then on. */
function contactsOf({
  name: _name,
  image: _image,
  confirm_password: _confirm,
  password,
  ...contacts
}: Changes): Changes {
  if (!password) return contacts
  const { confirm_otp: _used, ...left } = contacts
  return { ...left, current_password: password }
}

/**
 * Updates a profile, and asks for a code for each new contact (PROF-04). A new contact is saved when
 * its code is verified, everything else at once: `onSaved` then says what was sent, and what confirms the contacts.
 */
export function useUpdateProfile(onSaved: (sent: Changes, confirmation: Confirmation) => void) {
  const queryClient = useQueryClient()
  const service = phoneServiceOf(useShop())
  // Not cleared when the dialog closes, because the dialog shows it during its closing animation.
  const [awaited, setAwaited] = useState<Awaited>()
  const [isAsking, setAsking] = useState(false)

  const ask = async (changes: Changes): Promise<Awaited | undefined> => {
    const scope = currentScope()
    const { data } = await updateProfile({ headers: scope.headers, body: changes, throwOnError: true })
    const { verification_on: on = 'phone', otp_send: isSent, demo_otp: demoOtp, message } = data
    await queryClient.invalidateQueries({ queryKey: customerOptions(scope).queryKey })
    if (!isSent) {
      toast(message)
      onSaved(changes, noConfirmation)
      return undefined
    }
    const contacts = contactsOf(changes)
    onSaved(changes, { current_password: contacts.current_password ?? '', confirm_otp: contacts.confirm_otp ?? '' })
    const to = changes[on] ?? ''
    const session = service && on === 'phone' ? await sendPhoneCode(service, to) : undefined
    return { on, to, demoOtp, session, changes: contacts }
  }
  const wait = (next: Awaited | undefined) => {
    if (next) setAwaited(next)
    setAsking(next !== undefined)
  }
  // Also after a refusal, because the required confirmation may have changed.
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
    /** Whether the dialog for the code is open. */
    isAsking,
    /** Sends the code. If another contact needs one, the dialog asks for it next. */
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
