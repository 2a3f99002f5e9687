import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { claimOrder, claimTrip } from '@/lib/api/sdk.gen'
import type { SignInView } from '@/lib/api/types.gen'
import { defineMessages, type Translate } from '@/lib/text/messages'
import { knownPurchases } from '@/lib/account/known-purchases'
import { phoneServiceOf, sendPhoneCode } from '@/lib/account/phone-service'
import { startSession } from '@/lib/account/session'
import { currentScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { common } from '@/lib/text/intl'
import { isPermanent, problems } from '@/lib/requests/problems'
import type { AuthMode, PurchaseToKeep } from '@/contracts/account-dialogs'
import { hideProblems, toast, toastProblem } from '@/lib/page/toast'
import { storeCartConflict } from './cart-conflict'
import { chooseDefaultAddress } from './default-place'
import { forgetReferral } from './referral'
import { stepAfter, type LoginType, type Step } from './sign-in-steps'
import type { SignInPurpose } from './social'

const text = defineMessages({
  signedIn: { id: 'account.signed_in', defaultMessage: 'Logged in successfully' },
  signedUp: { id: 'account.signed_up', defaultMessage: 'Signup successfully.' },
})

type FinishOptions = {
  purpose: SignInPurpose
  /** Called after the token was stored and the toast shown. It may open another page. */
  onDone: (finished: { isNew: boolean }) => void
}

export type FlowOptions = FinishOptions & { start: AuthMode }

export const callOptions = () => ({ headers: currentScope().headers, throwOnError: true }) as const

/** What every sign-in method uses: the current step, the next one, and the guest who signs in. */
export function useSignInFlow({ start, ...options }: FlowOptions) {
  const service = phoneServiceOf(useShop())
  const [step, setStep] = useState<Step>({ at: start })
  const { finish, ...rest } = useFinish(options)

  /** Shows the step that the response requires, or ends the sign-in. */
  const nextStep = async (response: SignInView, loginType: LoginType) => {
    const next = stepAfter(response, loginType)
    if (!next) return finish(response)
    if (response.message) toast(response.message)
    // If the shop uses a phone service, that verifies all phones (AUTH-09).
    const isPhone = next.at === 'otp' && next.of === 'phone'
    setStep(isPhone && service ? { ...next, session: await sendPhoneCode(service, next.phone) } : next)
  }
  return { ...rest, step, setStep, nextStep, service }
}

export type SignInFlow = ReturnType<typeof useSignInFlow>

/** The end of a sign-in, and what must be known by then: who the guest was, and whether the account is new. */
function useFinish({ purpose, onDone }: FinishOptions) {
  const { formatMessage: t } = useIntl()
  const isNew = useRef(false)
  const guestId = useRef<string>(undefined)
  const isFinishing = useRef(false)

  const finish = async ({ token, customer_id = 0, cart_conflict }: SignInView) => {
    isFinishing.current = true
    hideProblems()
    const unclaimed = purpose.keeping && (await claimPurchase(purpose.keeping, token, t))
    startSession(token, customer_id, purpose.atCheckout)
    if (unclaimed) keepLink(unclaimed)
    forgetReferral()
    storeCartConflict(guestId.current, cart_conflict)
    await chooseDefaultAddress()
    toast(t(isNew.current ? text.signedUp : text.signedIn))
    onDone({ isNew: isNew.current })
  }
  return {
    finish,
    /** Whether the session that has begun is of this sign-in, and onDone is still to be called. */
    isFinishing: () => isFinishing.current,
    /** The guest who signs in. Kept in a ref, because another request may remove the guest's id in the meantime. */
    guest: () => {
      guestId.current = currentScope().guestId ?? guestId.current
      return { guest_id: guestId.current }
    },
    setNew: (value: boolean) => {
      isNew.current = value
    },
  }
}

/**
 * Called before the token is stored, so that the purchase's page finds it in the account. Returns the
 * purchase if another try may claim it.
 */
async function claimPurchase(purchase: PurchaseToKeep, bearer: string, t: Translate) {
  const { kind, id, token } = purchase
  const headers = { ...currentScope().headers, 'X-Order-Token': token, Authorization: `Bearer ${bearer}` }
  const claim = kind === 'order' ? claimOrder : claimTrip
  try {
    await claim({ path: { id }, headers, body: { mine: true }, throwOnError: true })
  } catch (error) {
    problems(error, t(common.offline)).forEach(({ message }) => toastProblem(message))
    return isPermanent(error) ? undefined : purchase
  }
}

/** Stores the token that the session has removed: the purchase's page offers to add it again. */
const keepLink = ({ kind, id, token }: PurchaseToKeep) =>
  knownPurchases(kind === 'order' ? 'guest_orders' : 'guest_trips').rememberLink(id, token)
