import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { VehicleCarousel } from './vehicle-carousel'

const pictures = ['/media/0/vehicle/a-480.webp', '/media/0/vehicle/b-480.webp', '/media/0/vehicle/c-480.webp']

const current = () => screen.getByRole('img').getAttribute('alt')
const wait = (ms: number) => void act(() => vi.advanceTimersByTime(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const show = (list = pictures) => renderApp(<VehicleCarousel name="Tarn Ridge" pictures={list} sizes="100vw" />)

test('RNT-03 the pictures change every 4 s, in 800 ms, and start again', () => {
  show()
  expect(screen.getByRole('list')).toHaveStyle({ '--slide-speed': '800ms' })
  wait(3999)
  expect(current()).toBe('Tarn Ridge, picture 1 of 3')
  wait(1)
  expect(current()).toBe('Tarn Ridge, picture 2 of 3')
  wait(4000)
  wait(4000)
  expect(current()).toBe('Tarn Ridge, picture 1 of 3')
})

test('RNT-03 they rest under the mouse, with the focus, and by the pause button', () => {
  show()
  const carousel = screen.getByRole('region', { name: 'Pictures of Tarn Ridge' })
  fireEvent.mouseEnter(carousel)
  wait(9000)
  fireEvent.mouseLeave(carousel)
  fireEvent.focus(screen.getByRole('button', { name: 'Next picture' }))
  wait(9000)
  fireEvent.blur(screen.getByRole('button', { name: 'Next picture' }))
  fireEvent.click(screen.getByRole('button', { name: 'Pause the pictures' }))
  wait(9000)
  expect(current()).toBe('Tarn Ridge, picture 1 of 3')
  fireEvent.click(screen.getByRole('button', { name: 'Play the pictures' }))
  wait(4000)
  expect(current()).toBe('Tarn Ridge, picture 2 of 3')
  fireEvent.click(screen.getByRole('button', { name: 'Previous picture' }))
  expect(current()).toBe('Tarn Ridge, picture 1 of 3')
})

test('RNT-03 one picture has no buttons', () => {
  show(pictures.slice(0, 1))
  expect(screen.getByRole('img', { name: 'Tarn Ridge' })).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('RNT-03 who wants no motion gets none, and no pause button', () => {
  const matches = vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('reduced-motion'),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as never,
  )
  show()
  wait(9000)
  expect(current()).toBe('Tarn Ridge, picture 1 of 3')
  expect(screen.queryByRole('button', { name: 'Pause the pictures' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Next picture' })).toBeVisible()
  matches.mockRestore()
})
