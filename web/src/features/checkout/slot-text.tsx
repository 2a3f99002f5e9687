import type { QuoteView, SlotView } from '@/lib/api/types.gen'
import { longDay } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'

/** Returns the slot that starts at this time, or undefined. */
export const slotAt = ({ slots }: Pick<QuoteView, 'slots'>, startsAt: string | undefined) =>
  slots.flatMap((day) => day.slots).find(({ starts_at }) => starts_at === startsAt)

/** "Sunday, November 22, 10:30 – 11:00" in the store's time zone. */
export function SlotText({ slot, timeZone }: { slot: SlotView; timeZone: string }) {
  const write = useTimes(timeZone)
  return (
    <>
      {write(slot.starts_at, longDay)}, <bdi>{`${slot.from} – ${slot.to}`}</bdi>
    </>
  )
}
