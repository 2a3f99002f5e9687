import { useQuery } from '@tanstack/react-query'
import { IconMapPin } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { ErrorState } from '@/components/loading/error-state'
import { MapView } from '@/components/map/map-view'
import { cornersOf } from '@/components/map/shapes'
import { listZonesOptions } from '@/lib/api/@tanstack/react-query.gen'
import { useNearViewport } from '@/lib/page/use-near'
import { defineMessages } from '@/lib/text/messages'
import { useIsRental, useShop } from '@/lib/scope/shop'
import c from './zones-map.module.css'

const text = defineMessages({
  label: { id: 'place.zones_map', defaultMessage: 'Map of the delivery zones' },
  labelRental: { id: 'place.zones_map_rental', defaultMessage: 'Map of the pickup zones' },
})

/** A map with all zones, fetched when scrolled near. */
export function ZonesMap() {
  const { formatMessage: t } = useIntl()
  const shop = useShop()
  const isRental = useIsRental()
  const [ref, isNear] = useNearViewport('300px')
  const zones = useQuery({ ...listZonesOptions(), enabled: isNear, staleTime: Infinity })
  const { data } = zones
  if (zones.isLoadingError) return <ErrorState error={zones.error} onRetry={() => void zones.refetch()} />
  return (
    <>
      <div ref={ref} className={c.map}>
        {isNear && data && (
          <MapView
            label={t(isRental ? text.labelRental : text.label)}
            center={shop.default_location}
            start="area"
            fit={cornersOf(data.zones)}
            zones={data.zones}
            inPage
          />
        )}
      </div>
      {data && (
        <ul className={c.names}>
          {data.zones.map(({ id, name }) => (
            <li key={id}>
              <Badge tone="soft" icon={<IconMapPin size={16} aria-hidden />}>
                <bdi>{name}</bdi>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
