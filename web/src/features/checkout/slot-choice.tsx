import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/NativeSelect.layer.css'
import { NativeSelect } from '@mantine/core'
import { IconBolt, IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { defineMessages, FormattedMessage, useIntl } from 'react-intl'
import type { SlotDay } from '@/lib/api/types.gen'
import { ChoiceCards } from './choice-cards'
import c from './slot-choice.module.css'

const text = defineMessages({
  when: { id: 'slot.when', defaultMessage: 'When' },
  now: { id: 'slot.now', defaultMessage: 'As soon as possible' },
  ready: { id: 'slot.ready', defaultMessage: '{minutes} min' },
  closed: { id: 'slot.closed', defaultMessage: 'Not possible right now' },
  later: { id: 'slot.later', defaultMessage: 'Schedule' },
  laterDetail: { id: 'slot.later_detail', defaultMessage: 'Choose a time' },
  day: { id: 'slot.day', defaultMessage: 'Day' },
  time: { id: 'slot.time', defaultMessage: 'Time' },
})

type Props = {
  days: readonly SlotDay[]
  nowAllowed: boolean
  readyIn: string
  timeZone: string
  /** RFC 3339, undefined for now. */
  value: string | undefined
  onChange: (startsAt: string | undefined) => void
}

/** Now, or one of the half hours the store offers (D27). */
export function SlotChoice({ days, nowAllowed, readyIn, timeZone, value, onChange }: Props) {
  const intl = useIntl()
  const { formatMessage: t } = intl
  const offered = days.filter(({ slots }) => slots.length > 0)
  const [chosenDate, setDate] = useState<string>()
  const holder = offered.find(({ slots }) => slots.some(({ starts_at }) => starts_at === value))
  const day = holder ?? offered.find(({ date }) => date === chosenDate) ?? offered[0]

  const dayName = (startsAt: string) =>
    intl.formatDate(startsAt, { timeZone, weekday: 'long', day: 'numeric', month: 'short' })

  return (
    <div className={c.choice}>
      <ChoiceCards
        label={t(text.when)}
        name="when"
        value={value === undefined ? 'now' : 'later'}
        onChange={(when) => onChange(when === 'now' ? undefined : day?.slots[0]?.starts_at)}
        choices={[
          {
            value: 'now',
            label: t(text.now),
            detail: nowAllowed ? t(text.ready, { minutes: readyIn }) : t(text.closed),
            icon: <IconBolt size={22} aria-hidden />,
            disabled: !nowAllowed,
          },
          {
            value: 'later',
            label: t(text.later),
            detail: t(text.laterDetail),
            icon: <IconCalendar size={22} aria-hidden />,
            disabled: offered.length === 0,
          },
        ]}
      />
      {value !== undefined && day && (
        <div className={c.selects}>
          <NativeSelect
            label={<FormattedMessage {...text.day} />}
            value={day.date}
            onChange={({ currentTarget }) => {
              setDate(currentTarget.value)
              onChange(offered.find(({ date }) => date === currentTarget.value)?.slots[0]?.starts_at)
            }}
            data={offered.map(({ date, slots }) => ({ value: date, label: dayName(slots[0]?.starts_at ?? date) }))}
          />
          <NativeSelect
            label={<FormattedMessage {...text.time} />}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            data={day.slots.map(({ starts_at, from, to }) => ({ value: starts_at, label: `${from} – ${to}` }))}
          />
        </div>
      )}
    </div>
  )
}
