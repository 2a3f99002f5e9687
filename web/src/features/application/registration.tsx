import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { EmptyState } from '@/components/loading/empty-state'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { usePageTitle } from '@/lib/page/page-title'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { useChoices } from './application-queries'
import type { Kind } from './draft'
import { RiderRegistration } from './rider-registration'
import { StoreRegistration } from './store-registration'

const text = defineMessages({
  store: { id: 'registration.store', defaultMessage: 'Become a vendor' },
  rider: { id: 'registration.rider', defaultMessage: 'Ride with us' },
  closed: { id: 'registration.closed', defaultMessage: 'We take no applications at the moment' },
  closedText: { id: 'registration.closed_text', defaultMessage: 'Please look again later.' },
  home: { id: 'registration.home', defaultMessage: 'Browse shops' },
})

/** The page on which stores or riders apply to join (REG-01). */
export function Registration({ kind, onSent }: { kind: Kind; onSent: (token: string) => void }) {
  const { formatMessage: t } = useIntl()
  const shop = useShop()
  const choices = useChoices()
  usePageTitle(t(text[kind]))
  if ((kind === 'store' ? shop.toggle_store_registration : shop.toggle_dm_registration) !== 1) {
    return (
      <EmptyState
        isPage
        title={<FormattedMessage {...text.closed} />}
        text={<FormattedMessage {...text.closedText} />}
        action={
          <Button component={AppLink} href="/home" size="md">
            <FormattedMessage {...text.home} />
          </Button>
        }
      />
    )
  }
  const Form = kind === 'store' ? StoreRegistration : RiderRegistration
  return (
    <QueryView query={choices} skeleton={<Skeleton height={420} radius={18} />}>
      {(known) => <Form choices={known} onSent={onSent} />}
    </QueryView>
  )
}
