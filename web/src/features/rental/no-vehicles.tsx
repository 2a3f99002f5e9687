import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { EmptyState } from '@/components/loading/empty-state'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  title: { id: 'rental.empty_title', defaultMessage: 'No vehicles here yet' },
  text: { id: 'rental.empty_text', defaultMessage: 'Nobody rents out vehicles in your area yet.' },
  action: { id: 'rental.empty_action', defaultMessage: 'Choose another place' },
})

/** Says that nobody rents out vehicles at the current place. */
export const NoVehicles = () => (
  <EmptyState
    art={emptyArt('store')}
    title={<FormattedMessage {...text.title} />}
    text={<FormattedMessage {...text.text} />}
    action={
      <Button component={AppLink} href="/" size="md">
        <FormattedMessage {...text.action} />
      </Button>
    }
  />
)
