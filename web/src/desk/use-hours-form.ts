import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useIntl } from 'react-intl'
import type { OpeningView, StaffMemberView, VendorStoreView } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { defineMessages } from '@/lib/text/messages'
import { useSaveHours } from './desk-hours'
import { useDraft } from './use-draft'

const text = defineMessages({
  missing: { id: 'desk_hours.missing', defaultMessage: 'Please enter the time' },
  saved: { id: 'desk_hours.saved', defaultMessage: 'The hours are saved' },
})

type Hours = Pick<VendorStoreView, 'always' | 'week'>

/** What is entered. */
type Draft = Hours & {
  /** The stored hours that the form began with. */
  base: string
}

/** The days of a week, from Sunday on. */
export const days = [0, 1, 2, 3, 4, 5, 6]

const usual = { opens: '09:00', closes: '17:00' }

/** Hours as text, to compare them. */
const textOf = ({ always, week }: Hours) =>
  always ? 'always' : week.map(({ day, opens, closes }) => `${day} ${opens} ${closes}`).join()

/**
 * The state of the form for the opening hours. Hours that somebody else has stored do not replace what is typed.
 * What is typed outlives its tab of the desk.
 */
export function useHoursForm(member: StaffMemberView, store: VendorStoreView) {
  const { formatMessage: t } = useIntl()
  const save = useSaveHours(member)
  const [draft, keep] = useDraft<Draft | null>(member, 'hours', null)
  const began = draft ?? { ...store, base: textOf(store) }
  const [always, setAlways] = useState(began.always)
  const [week, setWeek] = useState(began.week)
  const [isTried, setTried] = useState(false)
  const [base, setBase] = useState(began.base)
  const keepDraft = useEffectEvent(() => keep(() => ({ always, week, base })))
  useEffect(() => void keepDraft(), [always, week, base])
  const stored = textOf(store)
  const typed = textOf({ always, week })
  const showStored = () => {
    setBase(stored)
    setAlways(store.always)
    // A store that is always open has no week: the form keeps its own, in case the choice is undone.
    if (!store.always) setWeek(store.week)
    setTried(false)
  }
  if (stored !== base && (typed === base || typed === stored)) showStored()
  const isComplete = always || week.every(({ opens, closes }) => opens !== '' && closes !== '')
  return {
    always,
    setAlways,
    /** The openings of a day, each with its place in the week. */
    openingsOf: (day: number) =>
      week.map((opening, at) => ({ ...opening, at })).filter((opening) => opening.day === day),
    add: (day: number) => setWeek([...week, { day, ...usual }]),
    change: (at: number, part: Partial<OpeningView>) =>
      setWeek(week.map((opening, nth) => (nth === at ? { ...opening, ...part } : opening))),
    remove: (at: number) => setWeek(week.filter((_, nth) => nth !== at)),
    copyToAllDays: (day: number) => {
      const of = week.filter((opening) => opening.day === day)
      setWeek(days.flatMap((each) => of.map((opening) => ({ ...opening, day: each }))))
    },
    /** What is wrong with a time. */
    problemOf: (time: string) => (isTried && time === '' ? t(text.missing) : undefined),
    /** Somebody else has stored other hours than the form began with. */
    isChangedMeanwhile: stored !== base,
    showStored,
    isSaving: save.isPending,
    save: (event: FormEvent) => {
      event.preventDefault()
      setTried(true)
      if (!isComplete || save.isPending) return
      save
        .mutateAsync({ always, week: always ? [] : week, seen: { always: store.always, week: store.week } })
        .then((saved) => {
          setBase(textOf(saved)) // what was typed meanwhile is newer
          toast(t(text.saved))
        })
        .catch(() => {}) // a toast says why
    },
  }
}

export type HoursForm = ReturnType<typeof useHoursForm>
