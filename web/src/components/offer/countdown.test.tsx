import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setServerClock } from '@/lib/page/server-clock'
import { renderApp } from '@/test/render-app'
import { Countdown } from './countdown'
import { UnitsBar } from './units-bar'

const noon = Date.parse('2026-11-20T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
  setServerClock('2026-11-20T12:00:00Z', noon)
})
afterEach(() => {
  setServerClock(new Date().toISOString(), Date.now())
  vi.useRealTimers()
})

test('BRW-07 TRAP_D12 the countdown goes by the server’s clock, and a screen reader hears the time once', () => {
  setServerClock('2026-11-20T12:30:00Z', noon) // this device is half an hour late
  renderApp(<Countdown at="2026-11-20T13:00:02Z" timeZone="Indian/Maldives" of="end" />)
  const shown = () => screen.getByText(/^Ends in/).textContent
  expect(shown()).toBe('Ends in 00:30:02')
  act(() => void vi.advanceTimersByTime(3000))
  expect(shown()).toBe('Ends in 00:29:59')
  expect(screen.getByText(/^Ends at/)).toHaveTextContent('Ends at Fri 18:00')
  act(() => void vi.advanceTimersByTime(3_600_000))
  expect(shown()).toBe('Ends in 00:00:00')
})

test('BRW-07 more than a day is told in days', () => {
  renderApp(<Countdown at="2026-11-22T13:00:00Z" timeZone="UTC" of="begin" />)
  expect(screen.getByText(/^Starts in/)).toHaveTextContent('Starts in 2d 01:00:00')
})

test('BRW-07 the units of a sale are told in words beside the bar', () => {
  const { rerender } = renderApp(<UnitsBar units={20} left={3} />)
  expect(screen.getByText('3 of 20 left')).toBeVisible()
  rerender(<UnitsBar units={20} left={0} />)
  expect(screen.getByText('All 20 are gone')).toBeVisible()
})
