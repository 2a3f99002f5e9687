import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { StaffMemberView, VendorHoursInputBody, VendorStoreView } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import Hours from './hours'
import { storeStaffToken } from './session'

const member: StaffMemberView = { id: 3, name: 'Sam', email: 'sam@example.com', role: 'vendor', store_id: 7 }
const monday = (opens: string) => [{ day: 1, opens, closes: '17:00' }]

/** Serves a store that opens on Mondays at 9. */
function serveHours() {
  const store: VendorStoreView = {
    id: 7,
    name: 'Tea House',
    slug: 'tea-house',
    module_id: 1,
    reviews_enabled: true,
    open: true,
    time_zone: 'UTC',
    always: false,
    week: monday('09:00'),
    closures: [],
  }
  const world = { store, fetched: 0, sent: [] as VendorHoursInputBody[] }
  server.use(
    http.get('*/vendor/store', () => {
      world.fetched++
      return HttpResponse.json(world.store)
    }),
    http.put<never, VendorHoursInputBody>('*/vendor/store/hours', async ({ request }) => {
      const { always = false, week, seen } = await request.json()
      world.sent.push({ always, week, seen })
      if (JSON.stringify(seen?.week) !== JSON.stringify(world.store.week)) {
        return HttpResponse.json(refusal('conflict', 'Somebody else was faster.'), { status: 409 })
      }
      world.store = { ...world.store, always, week: always ? [] : week }
      return HttpResponse.json(world.store)
    }),
  )
  return world
}

const show = () =>
  renderApp(
    <>
      <Hours member={member} />
      <Toasts />
    </>,
  )
const opens = () => screen.findByLabelText('Monday, opens')
const save = () => screen.getByRole('button', { name: 'Save the hours' })

/** Lets the page fetch the store again, as it does every minute. */
async function fetchAgain(world: { fetched: number }) {
  const before = world.fetched
  act(() => focusManager.setFocused(false))
  act(() => focusManager.setFocused(true))
  await waitFor(() => expect(world.fetched).toBeGreaterThan(before))
}

beforeEach(() => {
  storeStaffToken('a-token-that-is-long-enough')
  return () => focusManager.setFocused(undefined)
})

test('the hours are still there for a store that is not open day and night any more', async () => {
  const world = serveHours()
  const { user } = show()
  expect(await opens()).toHaveValue('09:00')
  await user.click(screen.getByLabelText('Open day and night'))
  await user.click(save())
  expect(await screen.findByText('The hours are saved')).toBeVisible()
  await user.click(screen.getByLabelText('Open day and night'))
  expect(await opens()).toHaveValue('09:00')
  await user.click(save())
  await waitFor(() => expect(world.store).toMatchObject({ always: false, week: monday('09:00') }))
  expect(world.sent.map(({ seen }) => seen)).toEqual([
    { always: false, week: monday('09:00') },
    { always: true, week: [] },
  ])
  expect(screen.queryByText(/If you save, yours replace them/)).toBeNull()
})

test('hours that a colleague saves are shown, and do not replace what is typed', async () => {
  const world = serveHours()
  const { user } = show()
  expect(await opens()).toHaveValue('09:00')
  world.store = { ...world.store, week: monday('10:00') }
  await fetchAgain(world)
  await waitFor(async () => expect(await opens()).toHaveValue('10:00'))

  await user.clear(await opens())
  await user.type(await opens(), '06:30')
  world.store = { ...world.store, week: monday('11:00') }
  await fetchAgain(world)
  const changed = await screen.findByRole('alert')
  expect(changed).toHaveTextContent('If you save, yours replace them.')
  expect(await opens(), 'what is typed').toHaveValue('06:30')
  await user.click(within(changed).getByRole('button', { name: 'Show the saved hours' }))
  expect(await opens()).toHaveValue('11:00')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('hours of a colleague that were not shown yet are not overwritten', async () => {
  const world = serveHours()
  const { user } = show()
  await user.clear(await opens())
  await user.type(await opens(), '06:30')
  world.store = { ...world.store, week: monday('11:00') }
  await user.click(save())
  expect(await screen.findByText('Somebody else was faster.')).toBeVisible()
  expect(await screen.findByText(/If you save, yours replace them/)).toBeVisible()
  expect(await opens()).toHaveValue('06:30')
  expect(world.store.week).toEqual(monday('11:00'))
  await user.click(save())
  expect(await screen.findByText('The hours are saved')).toBeVisible()
  expect(world.store.week).toEqual(monday('06:30'))
  expect(world.sent.at(-1)?.seen).toEqual({ always: false, week: monday('11:00') })
  await waitFor(() => expect(screen.queryByText(/If you save, yours replace them/)).toBeNull())
})

test('hours that are entered stay while their tab of the desk is left', async () => {
  serveHours()
  const Tab = ({ isOpen }: { isOpen: boolean }) => isOpen && <Hours member={member} />
  const { user, rerender } = renderApp(<Tab isOpen />)
  await user.clear(await opens())
  await user.type(await opens(), '06:30')
  rerender(<Tab isOpen={false} />)
  expect(screen.queryByLabelText('Monday, opens')).toBeNull()
  rerender(<Tab isOpen />)
  expect(await opens()).toHaveValue('06:30')
  rerender(<Hours key="other" member={{ ...member, id: 4 }} />)
  await waitFor(async () => expect(await opens()).toHaveValue('09:00'))
})
