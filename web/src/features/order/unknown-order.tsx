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
  unknown: { id: 'order.unknown', defaultMessage: 'This order is not known on this device' },
  ended: {
    id: 'order.ended',
    defaultMessage:
      'Your link opened this order until 30 days after it was done. Find it by its number and phone, or sign in.',
  },
  unknownText: {
    id: 'order.unknown_text',
    defaultMessage: 'With its number and the phone you ordered with you can still follow it.',
  },
  track: { id: 'order.track', defaultMessage: 'Track order' },
  signIn: { id: 'order.sign_in', defaultMessage: 'Sign In' },
})

/** Shown for an order that the caller may not open. */
export function UnknownOrder({ id, reason }: { id: number; reason?: ErrorBody }) {
  const { signedIn } = useScope()
  const canSignIn = isLoginOn(useShop()) && !signedIn
  const { signIn } = useAccountDialogs()
  usePageTitle(useIntl().formatMessage(text.unknown))
  return (
    <EmptyState
      isPage
      art={emptyArt('orders')}
      title={<FormattedMessage {...text.unknown} />}
      text={
        reason?.errors[0]?.code === 'link_ended' ? (
          <FormattedMessage {...text.ended} />
        ) : (
          <FormattedMessage {...text.unknownText} />
        )
      }
      action={
        <div className={c.ways}>
          <Button component={AppLink} href={hrefTo('/track-order', { search: { order_id: id } })} size="md">
            <FormattedMessage {...text.track} />
          </Button>
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
