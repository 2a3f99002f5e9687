import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { LookupZoneOutputBody } from '@/lib/api/types.gen'
import { checkPlace } from '@/lib/page/check-place'
import { chooseModule, choosePlace, currentScope, emptyScope } from '@/lib/scope/scope'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { ZoneBar } from './zone-bar'

const place = { location: '1 Harbour Road', point: { lat: -11.4, lng: 65.2 }, zoneIds: [2, 1] }

/** The zones that the place is in now. */
const answer = (zone_ids: number[]) =>
  server.use(
    http.get('*/zones/lookup', () =>
      HttpResponse.json<LookupZoneOutputBody>({ zone_id: zone_ids[0] ?? 0, zone_ids, zones: [] }),
    ),
  )

beforeEach(() => choosePlace(place))

test('LOC-13 TRAP_Z1 a stored place is looked up again when its zone has changed', async () => {
  answer([5])
  const { intl } = renderApp(<Toasts />)
  await checkPlace(intl)
  expect(currentScope()).toMatchObject({ ...place, zoneIds: [5], headers: { zoneid: '[5]' } })
  expect(localStorage.getItem('zone_ids')).toBeNull()
})

test.each([
  ['food', 'We no longer deliver to your address. Please choose another one.', /shops in the middle of town/],
  [
    'rental',
    'Pickup is no longer possible at your place. Please choose another one.',
    /vehicles in the middle of town/,
  ],
] as const)(
  'LOC-13 TRAP_Z1 a stored place is removed when its zone is gone (%s)',
  async (module_type, sentence, bar) => {
    chooseModule({ id: 10, module_type, module_name: '' })
    answer([])
    const { intl } = renderApp(
      <>
        <ZoneBar />
        <Toasts />
      </>,
    )
    await checkPlace(intl)
    expect(currentScope()).toMatchObject({ zoneIds: [], point: undefined, location: '' })
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByText(bar)).toBeVisible()
  },
)

test('LOC-13 without an answer a stored place stays, and nothing is said', async () => {
  server.use(http.get('*/zones/lookup', () => HttpResponse.error()))
  const { intl } = renderApp(<Toasts />)
  await expect(checkPlace(intl)).rejects.toThrow('Failed to fetch')
  expect(currentScope()).toMatchObject(place)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('LOC-13 a place that is chosen meanwhile stays', async () => {
  answer([])
  const other = { location: '5 Rope Lane', point: { lat: -11.5, lng: 65.3 }, zoneIds: [4] }
  const { intl } = renderApp(<Toasts />)
  const checked = checkPlace(intl)
  choosePlace(other)
  await checked
  expect(currentScope()).toMatchObject(other)
})

test('LOC-13 without a place nothing is looked up', async () => {
  localStorage.clear()
  const { intl } = renderApp(<Toasts />)
  await checkPlace(intl) // an unanswered request would fail the test
  expect(currentScope()).toMatchObject({ zoneIds: emptyScope.zoneIds })
})
