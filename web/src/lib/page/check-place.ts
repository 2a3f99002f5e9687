import type { IntlShape } from 'react-intl'
import { lookupZone } from '@/lib/api/sdk.gen'
import { choosePlace, currentScope, removePlace } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { toastProblem } from './toast'

const text = defineMessages({
  gone: {
    id: 'place.gone',
    defaultMessage: 'We no longer deliver to your address. Please choose another one.',
  },
  goneRental: {
    id: 'place.gone_rental',
    defaultMessage: 'Pickup is no longer possible at your place. Please choose another one.',
  },
})

/**
 * Looks up the zones of the stored place again: since the last visit they may have been redrawn or
 * removed, and then lists would show shops that do not deliver there. Rejects without an answer, and
 * then the stored zones stay.
 */
export async function checkPlace({ formatMessage: t }: IntlShape) {
  const { point, location, zoneIds } = currentScope()
  if (!point || zoneIds.length === 0) return
  const { data } = await lookupZone({ query: point, throwOnError: true })
  const now = currentScope()
  const isSame = JSON.stringify([now.point, now.zoneIds]) === JSON.stringify([point, zoneIds])
  if (!isSame) return // another place was chosen meanwhile, whose zones are new
  if (data.zone_ids.length === 0) {
    removePlace()
    toastProblem(t(now.module?.module_type === 'rental' ? text.goneRental : text.gone))
  } else if (JSON.stringify(data.zone_ids) !== JSON.stringify(zoneIds)) {
    choosePlace({ location, point, zoneIds: data.zone_ids })
  }
}
