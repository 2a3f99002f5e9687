import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { EmptyState } from '@/components/loading/empty-state'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { TripCartView } from '@/lib/api/types.gen'
import type { MapDialog } from '@/contracts/map-dialog'
import { useTripCart } from '@/contracts/trip-cart'
import { emptyArt } from '@/lib/page/empty-art'
import { isRefusal } from '@/lib/requests/problems'
import { defineMessages } from '@/lib/text/messages'
import { ClearTripCart } from './clear-trip-cart'
import { TripDetails } from './trip-details'
import { TripLine } from './trip-line'
import { useQuantity } from './use-quantity'
import c from './trip-contents.module.css'

const text = defineMessages({
  empty: { id: 'trip_cart.empty', defaultMessage: 'Your trip cart is empty' },
  emptyText: { id: 'trip_cart.empty_text', defaultMessage: 'Vehicles that you want to rent wait for you here.' },
  browse: { id: 'trip_cart.browse', defaultMessage: 'Find a vehicle' },
  from: { id: 'trip_cart.from', defaultMessage: 'From {provider}' },
})

type Props = {
  mapDialog: MapDialog
  /** Opens the page where vehicles can be found. */
  onBrowse: () => void
  /** Called when a link is followed. */
  onFollow?: () => void
  /** It is the whole page, so an empty cart has the page's heading. */
  isPage?: boolean
}

/** The vehicles of the trip cart, and the trip. */
export function TripContents({ mapDialog, onBrowse, onFollow, isPage }: Props) {
  const { query, cart } = useTripCart()
  const { error } = query
  return (
    <QueryView
      query={{ ...query, data: cart, isPending: cart === undefined && query.isPending }}
      skeleton={<LinesSkeleton />}
      art={emptyArt(isRefusal(error) ? 'error' : 'offline')}
    >
      {({ carts, user_data }) =>
        carts.length > 0 ? (
          <Contents lines={carts} trip={user_data} mapDialog={mapDialog} onFollow={onFollow} />
        ) : (
          <EmptyState
            art={emptyArt('cart')}
            isPage={isPage}
            title={<FormattedMessage {...text.empty} />}
            text={<FormattedMessage {...text.emptyText} />}
            action={
              <Button size="md" onClick={onBrowse}>
                <FormattedMessage {...text.browse} />
              </Button>
            }
          />
        )
      }
    </QueryView>
  )
}

type ContentsProps = Pick<Props, 'mapDialog' | 'onFollow'> & {
  lines: TripCartView['carts']
  trip: TripCartView['user_data']
}

function Contents({ lines, trip, mapDialog, onFollow }: ContentsProps) {
  const { setQuantity, question } = useQuantity(trip)
  const provider = lines[0]?.provider
  return (
    <div className={c.contents}>
      <div className={c.head}>
        <p>
          <FormattedMessage
            {...text.from}
            values={{
              provider: (
                <b key="provider">
                  <bdi>{provider?.name}</bdi>
                </b>
              ),
            }}
          />
        </p>
        <ClearTripCart />
      </div>
      <ul>
        {lines.map((line) => (
          <TripLine
            key={line.id}
            line={line}
            type={trip?.rental_type ?? 'hourly'}
            onQuantity={setQuantity}
            onFollow={onFollow}
          />
        ))}
      </ul>
      {trip && provider && <TripDetails trip={trip} provider={provider} mapDialog={mapDialog} />}
      {question}
    </div>
  )
}

function LinesSkeleton() {
  return (
    <div className={c.skeleton} aria-hidden>
      <Skeleton height={88} radius={14} />
      <Skeleton height={88} radius={14} />
      <Skeleton height={160} radius={18} />
    </div>
  )
}
