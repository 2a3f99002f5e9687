import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { emptyArt, type EmptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'
import { isLoginOn, useShop } from '@/lib/scope/shop'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { EmptyState } from '@/components/loading/empty-state'
import { AppLink } from '@/components/app-link'

const text = defineMessages({
  title: { id: 'sign_in_prompt.title', defaultMessage: 'You are not logged in' },
  detail: { id: 'sign_in_prompt.text', defaultMessage: 'Sign in to see what is yours here.' },
  none: { id: 'sign_in_prompt.none', defaultMessage: 'There are no accounts here' },
  noneText: {
    id: 'sign_in_prompt.none_text',
    defaultMessage: 'You order as a guest, and follow an order by its number and phone.',
  },
  track: { id: 'sign_in_prompt.track', defaultMessage: 'Track order' },
  signIn: { id: 'sign_in_prompt.sign_in', defaultMessage: 'Sign In' },
})

/** Shown to a guest instead of a page for customers (PERM-01). */
export function SignInPrompt({ art = 'error' }: { art?: EmptyArt }) {
  const { signIn } = useAccountDialogs()
  if (!isLoginOn(useShop())) {
    return (
      <EmptyState
        isPage
        art={emptyArt(art)}
        title={<FormattedMessage {...text.none} />}
        text={<FormattedMessage {...text.noneText} />}
        action={
          <Button component={AppLink} href="/track-order" size="md">
            <FormattedMessage {...text.track} />
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      isPage
      art={emptyArt(art)}
      title={<FormattedMessage {...text.title} />}
      text={<FormattedMessage {...text.detail} />}
      action={
        <Button size="md" onClick={() => signIn('sign-in')}>
          <FormattedMessage {...text.signIn} />
        </Button>
      }
    />
  )
}
