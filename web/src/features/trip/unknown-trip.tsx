import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { EmptyState } from '@/components/loading/empty-state'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import type { ErrorBody } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { hrefTo } from '@/lib/page/href'
import { usePageTitle } from '@/lib/page/page-title'
import { useScope } from '@/lib/scope/scope'
import { isLoginOn, useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import c from '@/components/purchase/purchase-page.module.css'

const text = defineMessages({
  unknown: { id: 'trip.unknown', defaultMessage: 'This trip is not known on this device' },
  ended: {
    id: 'trip.ended',
    defaultMessage: 'Your link opened this trip until 30 days after it was done. Sign in to find it among your trips.',
  },
  unknownText: {
    id: 'trip.unknown_text',
    defaultMessage: 'Open it with the link that you saved, sign in, or follow it by its number and phone.',
  },
  track: { id: 'trip.track', defaultMessage: 'Track trip' },
  signIn: { id: 'trip.sign_in', defaultMessage: 'Sign In' },
})

/** Shown for a trip that the caller may not open. */
export function UnknownTrip({ id, reason }: { id: number; reason?: ErrorBody }) {
  const { signedIn } = useScope()
  const canSignIn = isLoginOn(useShop()) && !signedIn
  const hasEnded = reason?.errors[0]?.code === 'link_ended' // for its number and phone too
  const { signIn } = useAccountDialogs()
  usePageTitle(useIntl().formatMessage(text.unknown))
  return (
    <EmptyState
      isPage
      art={emptyArt('orders')}
      title={<FormattedMessage {...text.unknown} />}
      text={<FormattedMessage {...(hasEnded ? text.ended : text.unknownText)} />}
      action={
        <div className={c.ways}>
          {!hasEnded && (
            <Button component={AppLink} href={hrefTo('/track-order', { search: { order_id: id } })} size="md">
              <FormattedMessage {...text.track} />
            </Button>
          )}
          {canSignIn && (
            <Button variant="default" size="md" onClick={() => signIn()}>
              <FormattedMessage {...text.signIn} />
            </Button>
          )}
        </div>
      }
    />
  )
}
