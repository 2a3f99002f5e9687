import { IconBolt, IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SelectField } from '@/components/form/field'
import type { SlotDay } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { rangeText } from './range-text'
import { longDay } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { ChoiceCards } from '@/components/form/choice-cards'
import { slotAt, SlotText } from './slot-text'
import c from './slot-choice.module.css'

const text = defineMessages({
  when: { id: 'slot.when', defaultMessage: 'When' },
  now: { id: 'slot.now', defaultMessage: 'As soon as possible' },
  ready: { id: 'slot.ready', defaultMessage: '{minutes} min' },
  closed: { id: 'slot.closed', defaultMessage: 'Not possible right now' },
  later: { id: 'slot.later', defaultMessage: 'Schedule' },
  laterDetail: { id: 'slot.later_detail', defaultMessage: 'Choose a time' },
  none: { id: 'slot.none', defaultMessage: 'No times to choose from' },
  day: { id: 'slot.day', defaultMessage: 'Day' },
  time: { id: 'slot.time', defaultMessage: 'Time' },
  choose: { id: 'slot.choose', defaultMessage: 'Choose a time' },
})

type Props = {
  days: readonly SlotDay[]
  /** The store's time zone. */
  timeZone: string
  nowAllowed: boolean
  /** A range of minutes. */
  readyIn: string
  /** RFC 3339, undefined for now. */
  value: string | undefined
  onChange: (startsAt: string | undefined) => void
}

/** The choice between now and one of the store's half-hour slots (D27). */
export function SlotChoice({ days, timeZone, nowAllowed, readyIn, value, onChange }: Props) {
  const { formatMessage: t } = useIntl()
  const chosen = slotAt({ slots: [...days] }, value)
  const first = days.find(({ slots }) => slots.length > 0)?.slots[0]
  return (
    <div className={c.choice}>
      <ChoiceCards
        label={t(text.when)}
        name="when"
        value={value !== undefined ? 'later' : nowAllowed ? 'now' : undefined}
        onChange={(when) => onChange(when === 'now' ? undefined : first?.starts_at)}
        choices={[
          {
            value: 'now',
            label: t(text.now),
            detail: nowAllowed ? (
              <FormattedMessage {...text.ready} values={{ minutes: <bdi key="minutes">{rangeText(readyIn)}</bdi> }} />
            ) : (
              t(text.closed)
            ),
            icon: <IconBolt size={22} aria-hidden />,
            disabled: !nowAllowed,
          },
          {
            value: 'later',
            label: t(text.later),
            detail: chosen ? <SlotText slot={chosen} timeZone={timeZone} /> : t(first ? text.laterDetail : text.none),
            icon: <IconCalendar size={22} aria-hidden />,
            disabled: !first,
          },
        ]}
      />
      {value !== undefined && <DayAndTime days={days} timeZone={timeZone} value={value} onChange={onChange} />}
    </div>
  )
}

type ChosenProps = Pick<Props, 'days' | 'timeZone' | 'onChange'> & { value: string }

function DayAndTime({ days, timeZone, value, onChange }: ChosenProps) {
  const { formatMessage: t } = useIntl()
  const write = useTimes(timeZone)
  const [seenDate, setSeenDate] = useState<string>()
  const offered = days.filter(({ slots }) => slots.length > 0)
  const chosen = offered.find(({ slots }) => slots.some(({ starts_at }) => starts_at === value))
  const day = chosen ?? offered.find(({ date }) => date === seenDate) ?? offered[0]
  if (!day) return null

  const nameOf = ({ slots, date }: SlotDay) => write(slots[0]?.starts_at ?? date, longDay)
  const toDay = (date: string) => {
    setSeenDate(date)
    onChange(offered.find((one) => one.date === date)?.slots[0]?.starts_at)
  }
  const times = day.slots.map(({ starts_at, from, to }) => ({
    value: starts_at,
    label: leftToRight(`${from} – ${to}`),
  }))
  return (
    <div className={c.selects}>
      <SelectField
        label={t(text.day)}
        value={day.date}
        onChange={(event) => toDay(event.currentTarget.value)}
        data={offered.map((one) => ({ value: one.date, label: nameOf(one) }))}
      />
      <SelectField
        label={t(text.time)}
        // A slot that has passed is no longer among the options.
        value={chosen ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={chosen ? times : [{ value: '', label: t(text.choose), disabled: true }, ...times]}
      />
    </div>
  )
}

/** Isolates a range with Unicode marks, because an option cannot contain a bdi element. */
const leftToRight = (text: string) => `\u2066${text}\u2069`
