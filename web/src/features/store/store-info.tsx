import { IconPhone } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Dialog } from '@/components/overlay/dialog'
import { DirectionsLink } from '@/components/map/directions-link'
import type { ScheduleView, StoreDetail } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { weekday } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import c from './store-info.module.css'

const text = defineMessages({
  title: { id: 'store.about', defaultMessage: 'About {name}' },
  hours: { id: 'store.hours', defaultMessage: 'Opening hours' },
  closed: { id: 'store.day_closed', defaultMessage: 'Closed' },
  allDay: { id: 'store.day_open', defaultMessage: 'Open all day' },
  address: { id: 'store.address', defaultMessage: 'Address' },
})

type Props = { store: StoreDetail; opened: boolean; onClose: () => void }

/** The dialog with a store's opening hours, address and phone. */
export default function StoreInfo({ store, opened, onClose }: Props) {
  const { formatMessage: t } = useIntl()
  const { point } = useScope()
  return (
    <Dialog opened={opened} onClose={onClose} title={t(text.title, { name: store.name })} small>
      <div className={c.info}>
        {store.description && (
          <p>
            <bdi>{store.description}</bdi>
          </p>
        )}
        <section>
          <h3>
            <FormattedMessage {...text.hours} />
          </h3>
          <Week schedules={store.schedules} />
        </section>
        <section>
          <h3>
            <FormattedMessage {...text.address} />
          </h3>
          <p>
            <bdi>{store.address}</bdi>
          </p>
          <div className={c.ways}>
            {point && <DirectionsLink origin={point} destination={{ lat: store.latitude, lng: store.longitude }} />}
            {store.phone && (
              <a href={`tel:${store.phone}`} className={c.phone}>
                <IconPhone size={18} aria-hidden />
                <bdi dir="ltr">{store.phone}</bdi>
              </a>
            )}
          </div>
        </section>
      </div>
    </Dialog>
  )
}

const sunday = Date.UTC(2023, 0, 1)
const day = 86_400_000 // ms

/** The opening hours, Monday first. A day may have several. */
function Week({ schedules }: { schedules: readonly ScheduleView[] }) {
  const write = useTimes('UTC')
  return (
    <table className={c.week}>
      <tbody>
        {[1, 2, 3, 4, 5, 6, 0].map((number) => (
          <tr key={number}>
            <th scope="row">{write(sunday + number * day, weekday)}</th>
            <td>
              <Hours openings={schedules.filter((one) => one.day === number)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Hours({ openings }: { openings: readonly ScheduleView[] }) {
  if (openings.length === 0) return <FormattedMessage {...text.closed} />
  return openings.map(({ opening_time, closing_time }) => (
    <bdi key={opening_time} className={c.hours}>
      {opening_time === '00:00' && closing_time === '24:00' ? (
        <FormattedMessage {...text.allDay} />
      ) : (
        `${opening_time}–${closing_time}`
      )}
    </bdi>
  ))
}
