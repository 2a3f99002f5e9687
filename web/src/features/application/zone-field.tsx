import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SelectField } from '@/components/form/field'
import { MapView } from '@/components/map/map-view'
import type { ZoneView } from '@/lib/api/types.gen'
import type { Point } from '@/lib/scope/guards'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import type { Wizard } from './use-wizard'
import { contains, middleOf } from './zone-shape'
import c from './application.module.css'

const text = defineMessages({
  zone: { id: 'application_zone.zone', defaultMessage: 'Zone' },
  choose: { id: 'application_zone.choose', defaultMessage: 'Choose a zone' },
  map: { id: 'application_zone.map', defaultMessage: 'The zones on the map. Arrow keys move the map under the pin.' },
  hint: { id: 'application_zone.hint', defaultMessage: 'Move the map until the pin stands on the door of your store.' },
  zones: { id: 'application_zone.zones', defaultMessage: 'The zones on the map' },
})

type Props = { form: Wizard; zones: readonly ZoneView[] }

/** The zone of a store, and the pin of its door on a map of the zones. */
export function ZoneField({ form, zones }: Props) {
  const { formatMessage: t } = useIntl()
  const { values, errors, change } = form
  const start = useStart(form)
  // The map moves only to a zone that is chosen in the list, not to a pin that it has reported itself.
  const [center, setCenter] = useState(start)
  const pick = (zone_id: string) => {
    const zone = zones.find(({ id }) => String(id) === zone_id)
    if (!zone) return change({ zone_id })
    const pin = contains(zone, start) ? start : middleOf(zone)
    setCenter(pin)
    change({ zone_id, ...written(pin) }) // also before the map has loaded
  }
  const move = (middle: Point) => {
    const pin = written(middle)
    if (pin.latitude === values.latitude && pin.longitude === values.longitude) return
    const found = zones.filter((zone) => contains(zone, middle))
    const stays = found.some(({ id }) => String(id) === values.zone_id)
    change({ ...pin, ...(!stays && found[0] && { zone_id: String(found[0].id) }) })
  }
  return (
    <>
      <ZoneSelect form={form} zones={zones} onPick={pick} />
      <div>
        <div className={c.map} tabIndex={-1} data-invalid={errors.latitude ? true : undefined}>
          <MapView
            key={`${center.lat} ${center.lng}`}
            label={t(text.map)}
            center={center}
            start="point"
            zones={zones}
            onPick={move}
            inPage
          />
        </div>
        <p className={c.hint}>
          <FormattedMessage {...text.hint} />
        </p>
        {errors.latitude && (
          <p className={c.problem} role="alert">
            <IconAlertCircle size={16} aria-hidden />
            <bdi>{errors.latitude}</bdi>
          </p>
        )}
      </div>
    </>
  )
}

/** Where the pin is, or begins: at the place that this browser knows, or in the town. */
function useStart({ values }: Wizard): Point {
  const shop = useShop()
  const { point } = useScope()
  if (values.latitude && values.longitude) return { lat: Number(values.latitude), lng: Number(values.longitude) }
  return point ?? shop.default_location
}

const written = ({ lat, lng }: Point) => ({ latitude: lat.toFixed(6), longitude: lng.toFixed(6) })

type SelectProps = Props & { onPick: (zone_id: string) => void }

export function ZoneSelect({ form, zones, onPick }: SelectProps) {
  const { formatMessage: t } = useIntl()
  return (
    <SelectField
      label={t(text.zone)}
      name="zone_id"
      value={form.values.zone_id ?? ''}
      error={form.errors.zone_id}
      onChange={(event) => onPick(event.currentTarget.value)}
      data={[
        { value: '', label: t(text.choose) },
        ...zones.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}

/** All zones, to look at. */
export function ZonesMap({ zones, chosen }: { zones: readonly ZoneView[]; chosen: string | undefined }) {
  const { formatMessage: t } = useIntl()
  const shop = useShop()
  const zone = zones.find(({ id }) => String(id) === chosen)
  return (
    <div className={c.map}>
      <MapView
        key={chosen}
        label={t(text.zones)}
        center={zone ? middleOf(zone) : shop.default_location}
        start="area"
        fit={(zone ? [zone] : zones).flatMap(({ coordinates }) => coordinates)}
        zones={zones}
        inPage
      />
    </div>
  )
}
