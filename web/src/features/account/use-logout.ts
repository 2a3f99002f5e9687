import { useIntl } from 'react-intl'
import { logout } from '@/lib/api/sdk.gen'
import { ensureGuest } from '@/lib/account/guest'
import { defineMessages } from '@/lib/text/messages'
import { endSession } from '@/lib/account/session'
import { bearerToken, currentScope } from '@/lib/scope/scope'
import { toast } from '@/lib/page/toast'

const text = defineMessages({
  done: { id: 'logout.done', defaultMessage: 'Logout successful.' },
})

const pause = 500 // ms (HDR-04)

/**
 * Signs out. Forgetting the token clears every answer, so that cart and wishlist
 * are fetched again, as a guest's. A server that cannot be reached keeps nobody
 * signed in here.
 */
export function useLogout(onDone: () => void) {
  const { formatMessage: t } = useIntl()
  return async () => {
    await logout({ headers: currentScope().headers }).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, pause))
    // A token that was over already has been told of, and has led away.
    if (bearerToken() === undefined) return
    endSession()
    ensureGuest().catch(() => {})
    toast(t(text.done))
    onDone()
  }
}
