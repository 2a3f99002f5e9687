import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { CheckField, TextField } from '@/components/form/field'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { StaffMemberView, VendorStoreView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useDates, useTimes } from '@/lib/text/times'
import { useVendorStore } from './desk-hours'
import { days, useHoursForm, type HoursForm } from './use-hours-form'
import c from './hours.module.css'

const text = defineMessages({
  open: { id: 'desk_hours.open', defaultMessage: 'Your store is open' },
  openUntil: { id: 'desk_hours.open_until', defaultMessage: 'Your store is open until {time}' },
  opensAt: { id: 'desk_hours.opens_at', defaultMessage: 'Your store is closed. It opens {time}.' },
  closed: { id: 'desk_hours.closed', defaultMessage: 'Your store is closed. Enter when it is open, and save.' },
  plan: { id: 'desk_hours.plan', defaultMessage: 'Plan: {plan}' },
  noReviews: { id: 'desk_hours.no_reviews', defaultMessage: 'Your plan has no reviews.' },
  items: {
    id: 'desk_hours.items',
    defaultMessage: 'What you sell is added by the people who run the shop. Please send them your list.',
  },
  closures: {
    id: 'desk_hours.closures',
    defaultMessage: 'Planned closings override the hours. Ask the people who run the shop to change them:',
  },
  closure: { id: 'desk_hours.closure', defaultMessage: '{from} to {to}' },
  always: { id: 'desk_hours.always', defaultMessage: 'Open day and night' },
  opens: { id: 'desk_hours.opens', defaultMessage: 'Opens' },
  closes: { id: 'desk_hours.closes', defaultMessage: 'Closes' },
  opensOf: { id: 'desk_hours.opens_of', defaultMessage: '{day}, opens' },
  closesOf: { id: 'desk_hours.closes_of', defaultMessage: '{day}, closes' },
  add: { id: 'desk_hours.add', defaultMessage: 'Add hours' },
  addOf: { id: 'desk_hours.add_of', defaultMessage: 'Add hours on {day}' },
  remove: { id: 'desk_hours.remove', defaultMessage: 'Remove these hours of {day}' },
  dayOff: { id: 'desk_hours.day_off', defaultMessage: 'Closed' },
  copy: { id: 'desk_hours.copy', defaultMessage: 'Copy to all days' },
  copyOf: { id: 'desk_hours.copy_of', defaultMessage: 'Copy {day} to all days' },
  hint: {
    id: 'desk_hours.hint',
    defaultMessage: 'Hours that end after midnight belong to the day on which they begin.',
  },
  save: { id: 'desk_hours.save', defaultMessage: 'Save the hours' },
  changed: {
    id: 'desk_hours.changed',
    defaultMessage: 'Somebody else has changed the hours meanwhile. If you save, yours replace them.',
  },
  showSaved: { id: 'desk_hours.show_saved', defaultMessage: 'Show the saved hours' },
})

/** When the store is open. A store that has joined is closed until its vendor says so here (REG-01). */
export default function Hours({ member }: { member: StaffMemberView }) {
  const store = useVendorStore(member)
  return (
    <QueryView query={store} skeleton={<Skeleton height={240} radius={18} />}>
      {(known) => (
        <div className={c.page}>
          <State store={known} />
          <Week member={member} store={known} />
        </div>
      )}
    </QueryView>
  )
}

function State({ store }: { store: VendorStoreView }) {
  const write = useDates(store.time_zone)
  const state = () => {
    if (store.open) {
      if (!store.closes_at) return <FormattedMessage {...text.open} />
      return <FormattedMessage {...text.openUntil} values={{ time: write(store.closes_at, dayTime) }} />
    }
    if (!store.opens_at) return <FormattedMessage {...text.closed} />
    return <FormattedMessage {...text.opensAt} values={{ time: write(store.opens_at, dayTime) }} />
  }
  return (
    <div className={c.state}>
      <p className={c.now} role="status">
        {state()}
      </p>
      {store.plan && (
        <p className={c.quiet}>
          <FormattedMessage {...text.plan} values={{ plan: <bdi key="plan">{store.plan}</bdi> }} />
        </p>
      )}
      {!store.reviews_enabled && (
        <p className={c.quiet}>
          <FormattedMessage {...text.noReviews} />
        </p>
      )}
      <p className={c.quiet}>
        <FormattedMessage {...text.items} />
      </p>
      {store.closures.length > 0 && (
        <>
          <p className={c.quiet}>
            <FormattedMessage {...text.closures} />
          </p>
          <ul className={c.quiet}>
            {store.closures.map(({ from, to, note }) => (
              <li key={from}>
                <FormattedMessage {...text.closure} values={{ from: write(from, dayTime), to: write(to, dayTime) }} />{' '}
                <bdi>{note}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Week({ member, store }: { member: StaffMemberView; store: VendorStoreView }) {
  const { formatMessage: t } = useIntl()
  const form = useHoursForm(member, store)
  return (
    <form className={c.form} onSubmit={form.save} noValidate>
      <CheckField
        label={t(text.always)}
        checked={form.always}
        onChange={(event) => form.setAlways(event.currentTarget.checked)}
      />
      {!form.always && days.map((day) => <Day key={day} day={day} form={form} />)}
      <p className={c.quiet}>
        <FormattedMessage {...text.hint} />
      </p>
      {form.isChangedMeanwhile && (
        <div role="alert">
          <p className={c.quiet}>
            <FormattedMessage {...text.changed} />
          </p>
          <Button variant="default" mih={44} onClick={form.showStored}>
            <FormattedMessage {...text.showSaved} />
          </Button>
        </div>
      )}
      <div>
        <BusyButton type="submit" h={48} busy={form.isSaving}>
          <FormattedMessage {...text.save} />
        </BusyButton>
      </div>
    </form>
  )
}

const maxOpenings = 4 // of a day

/** The openings of one day. */
function Day({ day, form }: { day: number; form: HoursForm }) {
  const { formatMessage: t } = useIntl()
  // 2023-01-01 was a Sunday.
  const dayName = useTimes('UTC')(Date.UTC(2023, 0, 1 + day), { weekday: 'long' })
  const openings = form.openingsOf(day)
  return (
    <fieldset className={c.day}>
      <legend>{dayName}</legend>
      {openings.length === 0 && (
        <p className={c.quiet}>
          <FormattedMessage {...text.dayOff} />
        </p>
      )}
      {openings.map(({ at, opens, closes }) => (
        <div key={at} className={c.opening}>
          <TextField
            type="time"
            label={t(text.opens)}
            aria-label={t(text.opensOf, { day: dayName })}
            value={opens}
            error={form.problemOf(opens)}
            onChange={(event) => form.change(at, { opens: event.currentTarget.value })}
          />
          <TextField
            type="time"
            label={t(text.closes)}
            aria-label={t(text.closesOf, { day: dayName })}
            value={closes === '24:00' ? '00:00' : closes}
            error={form.problemOf(closes)}
            onChange={(event) => form.change(at, { closes: event.currentTarget.value })}
          />
          <Button
            variant="default"
            w={44}
            h={44}
            p={0}
            flex="none"
            aria-label={t(text.remove, { day: dayName })}
            onClick={() => form.remove(at)}
          >
            <IconTrash size={20} aria-hidden />
          </Button>
        </div>
      ))}
      <div className={c.buttons}>
        {openings.length < maxOpenings && (
          <Button
            variant="default"
            mih={44}
            leftSection={<IconPlus size={18} aria-hidden />}
            aria-label={t(text.addOf, { day: dayName })}
            onClick={() => form.add(day)}
          >
            <FormattedMessage {...text.add} />
          </Button>
        )}
        {openings.length > 0 && (
          <Button
            variant="default"
            mih={44}
            aria-label={t(text.copyOf, { day: dayName })}
            onClick={() => form.copyToAllDays(day)}
          >
            <FormattedMessage {...text.copy} />
          </Button>
        )}
      </div>
    </fieldset>
  )
}
