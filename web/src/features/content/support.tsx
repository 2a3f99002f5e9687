import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { usePageTitle } from '@/lib/page/page-title'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { Contacts } from './contacts'
import { pageOptions } from './content-queries'
import { TextPage } from './text-page'

const text = defineMessages({
  title: { id: 'footer.support', defaultMessage: 'Help & support' },
})

/** The contacts of the shop, below its text about them if it has one (PAGE-01). */
export function Support({ slug }: { slug: string }) {
  // The route has asked for it: a page that is not there is not asked for again.
  const { data, isError } = useQuery({ ...pageOptions(useScope(), slug), retryOnMount: false })
  return (
    <>
      {data ? <TextPage page={data} /> : isError && <Title />}
      <Contacts />
    </>
  )
}

function Title() {
  usePageTitle(useIntl().formatMessage(text.title))
  return (
    <h1>
      <FormattedMessage {...text.title} />
    </h1>
  )
}
