import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { hasManual, loginModeOf } from './login-mode'
import c from './account-hub.module.css'

const text = defineMessages({
  title: { id: 'account_hub.guest', defaultMessage: 'You are not logged in' },
  why: {
    id: 'account_hub.guest_text',
    defaultMessage: 'Sign in to have your orders, addresses and favourites on every device.',
  },
  none: {
    id: 'account_hub.no_accounts',
    defaultMessage: 'There are no accounts here. You order as a guest, and follow an order by its number and phone.',
  },
  signIn: { id: 'account_hub.sign_in', defaultMessage: 'Sign In' },
  signUp: { id: 'account_hub.sign_up', defaultMessage: 'Sign Up' },
})

/** Shows the buttons for signing in and up, or a note if the shop has no sign-in (D24). */
export function AccountGuest() {
  const mode = loginModeOf(useShop())
  const { signIn } = useAccountDialogs()
  if (!mode) {
    return (
      <p className={c.guest}>
        <FormattedMessage {...text.none} />
      </p>
    )
  }
  return (
    <div className={c.guest}>
      <div className={c.words}>
        <h2 className={c.who}>
          <FormattedMessage {...text.title} />
        </h2>
        <p>
          <FormattedMessage {...text.why} />
        </p>
      </div>
      <div className={c.buttons}>
        <Button onClick={() => signIn('sign-in')} aria-haspopup="dialog">
          <FormattedMessage {...text.signIn} />
        </Button>
        {hasManual(mode) && (
          <Button variant="default" onClick={() => signIn('sign-up')} aria-haspopup="dialog">
            <FormattedMessage {...text.signUp} />
          </Button>
        )}
      </div>
    </div>
  )
}
