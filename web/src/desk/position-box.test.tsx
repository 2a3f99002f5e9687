import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { RiderPositionInputBody, StaffOrderView } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { PositionBox } from './position-box'
import { interval } from './share-position'

const carried = [{ order_status: 'picked_up', rider: { name: 'Iris', phone: '', vehicle: '' } } as StaffOrderView]
const accepted = [{ ...carried[0], order_status: 'handover' } as StaffOrderView]
const share = () => screen.getByRole('button', { name: 'Share my position' })

/** A device whose position the test says. */
function fakeDevice() {
  const device = { watches: 0, ended: 0, found: (_latitude: number) => {}, fail: (_code: number) => {} }
  const watchPosition: Geolocation['watchPosition'] = (found, failed) => {
    device.found = (latitude) => found({ coords: { latitude, longitude: 65.2 } } as GeolocationPosition)
    device.fail = (code) => failed?.({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError)
    return ++device.watches
  }
  const clearWatch = () => void device.ended++
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { watchPosition, clearWatch } })
  return device
}

/** Collects the positions that are sent. The first one fails. */
function serve() {
  const sent: number[] = []
  server.use(
    http.post<never, RiderPositionInputBody>('*/rider/position', async ({ request }) => {
      sent.push((await request.json()).latitude)
      return sent.length === 1 ? HttpResponse.error() : HttpResponse.json({ message: 'x' })
    }),
  )
  return sent
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
  vi.useRealTimers()
})

test('TRAP_P5 a rider shares the position after a press, now and then, until the order is delivered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const device = fakeDevice()
  const sent = serve()
  const { rerender, user } = renderApp(<PositionBox orders={accepted} />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<PositionBox orders={carried} />)
  expect(device.watches).toBe(0)
  await user.click(share())
  device.found(1)
  await waitFor(() => expect(sent).toEqual([1]))
  await vi.advanceTimersByTimeAsync(interval) // it failed, and is sent again
  await waitFor(() => expect(sent).toEqual([1, 1]))
  device.found(2)
  device.found(3)
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(interval)
  await waitFor(() => expect(sent).toEqual([1, 1, 3]))

  rerender(<PositionBox orders={[]} />)
  expect(device.ended).toBe(1)
  device.found(4)
  rerender(<PositionBox orders={carried} />)
  expect(share()).toBeVisible() // the next order asks again
  expect(device.watches).toBe(1)
})

test('TRAP_P5 a position whose call fails late is sent again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const device = fakeDevice()
  const sent: number[] = []
  let fail = () => {}
  server.use(
    http.post<never, RiderPositionInputBody>('*/rider/position', async ({ request }) => {
      sent.push((await request.json()).latitude)
      if (sent.length > 1) return HttpResponse.json({ message: 'x' })
      await new Promise<void>((resolve) => (fail = resolve))
      return HttpResponse.error()
    }),
  )
  const { user } = renderApp(<PositionBox orders={carried} />)
  await user.click(share())
  device.found(1)
  await waitFor(() => expect(sent).toEqual([1]))
  await vi.advanceTimersByTimeAsync(interval)
  expect(sent).toEqual([1])
  fail()
  await waitFor(() => expect(sent).toEqual([1, 1]))
})

test('TRAP_P5 a rider stops sharing, and reads why a device refuses', async () => {
  const device = fakeDevice()
  const { user } = renderApp(<PositionBox orders={carried} />)
  await user.click(share())
  await user.click(screen.getByRole('button', { name: 'Stop sharing' }))
  expect(device.ended).toBe(1)
  await user.click(share())
  device.fail(3) // no signal now
  expect(screen.getByRole('button', { name: 'Stop sharing' })).toBeVisible()
  device.fail(1)
  expect(await screen.findByText(/does not allow it/)).toBeVisible()
  await waitFor(() => expect(device.ended).toBe(2)) // the watch ends after the text is drawn
  expect(share()).toBeVisible()
})
