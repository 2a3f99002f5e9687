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

const delay = 500 // ms (HDR-04)

/**
 * Signs out. Removing the token clears the query cache and ends the streams, so that cart and
 * wishlist are fetched again as a guest. The server ends the session only then: a call in
 * between would be refused. It also signs out here if the server cannot be reached.
 */
export function useLogout(onDone: () => void) {
  const { formatMessage: t } = useIntl()
  return async () => {
    // Its endpoint is dead from then on, even if the server cannot be reached.
    await import('@/lib/account/push-device').then(({ forgetDevice }) => forgetDevice()).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, delay))
    // The token had expired, which was already handled: a message was shown and another page opened.
    const token = bearerToken()
    if (token === undefined) return
    const headers = { ...currentScope().headers, Authorization: `Bearer ${token}` }
    endSession()
    logout({ headers, keepalive: true }).catch(() => {})
    ensureGuest().catch(() => {})
    toast(t(text.done))
    onDone()
  }
}
