import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  house: { id: 'address.house', defaultMessage: 'House {house}' },
  floor: { id: 'address.floor', defaultMessage: 'Floor {floor}' },
})

type Door = { road?: string; house?: string; floor?: string }

/** Returns the second line of an address: "Rope Lane · House 4 · Floor 2". Empty if nothing is known. */
export function useDoorLine() {
  const { formatMessage: t } = useIntl()
  return ({ road, house, floor }: Door) =>
    [road, house && t(text.house, { house }), floor && t(text.floor, { floor })].filter(Boolean).join(' · ')
}
