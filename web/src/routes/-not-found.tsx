import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '@/components/loading/empty-state'
import { AppLink } from '@/components/app-link'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'

const text = defineMessages({
  title: { id: 'not_found.title', defaultMessage: 'There is no such page' },
  detail: { id: 'not_found.detail', defaultMessage: 'It may have moved, or the address has a typo.' },
  home: { id: 'not_found.home', defaultMessage: 'Browse shops' },
})

export function NotFound() {
  usePageTitle(useIntl().formatMessage(text.title))
  return (
    <EmptyState
      isPage
      art={emptyArt('search')}
      title={<FormattedMessage {...text.title} />}
      text={<FormattedMessage {...text.detail} />}
      action={
        <Button component={AppLink} href="/home" size="md">
          <FormattedMessage {...text.home} />
        </Button>
      }
    />
  )
}
