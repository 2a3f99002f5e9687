import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasReferral, useShop } from '@/lib/scope/shop'
import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import { isRefusal } from '@/lib/requests/problems'

const storedCode = () => {
  const code = readTabValue('referral')
  return typeof code === 'string' ? code : undefined
}

/**
 * The referral code of a link that a friend has shared. The tab keeps it until the sign-in, because
 * only a later step, or the response of a provider, creates the account.
 */
export function useSharedReferral() {
  const isOn = hasReferral(useShop())
  const ofLink = useLocation({ select: ({ search }) => search.ref_code })
  useEffect(() => {
    if (ofLink) writeTabValue('referral', ofLink)
  }, [ofLink])
  return {
    /** For a form that shows it. */
    code: ofLink ?? storedCode() ?? '',
    /** Calls with the code, if the town rewards referrals. A code that the server refuses is not sent again. */
    send: async <T>(call: (body: { ref_code?: string }) => Promise<T>) => {
      try {
        return await call(isOn ? { ref_code: storedCode() } : {})
      } catch (error) {
        if (isRefusal(error) && error.errors.some(({ field }) => field === 'ref_code')) forgetReferral()
        throw error
      }
    },
  }
}

/** Removes the code after a sign-in: somebody else may sign in next. */
export const forgetReferral = () => writeTabValue('referral', null)
