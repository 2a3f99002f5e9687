import { FormattedMessage, useIntl } from 'react-intl'
import { Grid } from '@/components/layout/grid'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { StoreCardSkeleton } from '@/components/loading/skeleton'
import type { ProvidersOutputBody } from '@/lib/api/types.gen'
import { usePageTitle } from '@/lib/page/page-title'
import { uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { NoVehicles } from './no-vehicles'
import { ProviderCard } from './provider-card'
import { providerPageOptions } from './rental-queries'

const text = defineMessages({
  popular: { id: 'providers.popular', defaultMessage: 'Popular providers' },
  latest: { id: 'providers.latest', defaultMessage: 'New providers' },
  all: { id: 'providers.all', defaultMessage: 'All of them' },
})

/** All providers of the place, the most rented or the newest first, with endless paging (RNT-01). */
export function ProviderList({ of }: { of: 'popular' | 'latest' }) {
  const scope = useScope()
  usePageTitle(useIntl().formatMessage(text[of]))
  const list = usePagedList<ProvidersOutputBody>((offset) => providerPageOptions(of, offset, scope), {
    isLast: ({ offset, limit, total_size }) => offset * limit >= total_size,
  })
  const providers = uniqueEntries(list.data?.pages.map((page) => page.providers))
  return (
    <>
      <h1>
        <FormattedMessage {...text[of]} />
      </h1>
      <QueryView<unknown> query={list} skeleton={<Boxes />}>
        {() =>
          providers.length === 0 ? (
            <NoVehicles />
          ) : (
            <div>
              <h2 className="sr">
                <FormattedMessage {...text.all} />
              </h2>
              <Grid of="stores">
                {providers.map((provider) => (
                  <li key={provider.id}>
                    <ProviderCard provider={provider} />
                  </li>
                ))}
              </Grid>
              <More list={list} />
            </div>
          )
        }
      </QueryView>
    </>
  )
}

const Boxes = () => (
  <Grid of="stores">
    {Array.from({ length: 12 }, (_, index) => (
      <li key={index}>
        <StoreCardSkeleton />
      </li>
    ))}
  </Grid>
)
