import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { Rail } from './rail'

const scrollBy = vi.fn()
let resized = () => {}
let widths: { scrollWidth: number; clientWidth: number; scrollLeft: number }

beforeEach(() => {
  scrollBy.mockClear()
  Element.prototype.scrollBy = scrollBy
  widths = { scrollWidth: 3000, clientWidth: 1000, scrollLeft: 0 }
  for (const name of ['scrollWidth', 'clientWidth', 'scrollLeft'] as const)
    Object.defineProperty(Element.prototype, name, { configurable: true, get: () => widths[name] })
  window.ResizeObserver = class {
    constructor(callback: ResizeObserverCallback) {
      resized = () => callback([], this)
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})

const rail = (
  <Rail title="Popular near you" of="stores">
    <li>Store</li>
  </Rail>
)

test('a rail is a named list that the keyboard can reach', () => {
  renderApp(rail)
  expect(screen.getByRole('list', { name: 'Popular near you' })).toHaveAttribute('tabindex', '0')
})

test.each([
  ['ltr', 800],
  ['rtl', -800],
])('TRAP_L1 the arrow on leads on in %s', async (direction, left) => {
  const { user } = renderApp(<div style={{ direction: direction as 'ltr' | 'rtl' }}>{rail}</div>)
  await user.click(screen.getByRole('button', { name: 'Scroll on', hidden: true }))
  expect(scrollBy).toHaveBeenCalledWith({ left, behavior: 'smooth' })
})

const arrow = (name: string) => screen.getByRole('button', { name, hidden: true })

test('an arrow is disabled if there is no more in its direction', async () => {
  const { user } = renderApp(rail)
  expect(arrow('Scroll back')).toHaveAttribute('aria-disabled', 'true')
  expect(arrow('Scroll on')).not.toHaveAttribute('aria-disabled')
  widths.scrollLeft = -2000 // as in right-to-left text
  fireEvent.scroll(screen.getByRole('list'))
  expect(arrow('Scroll back')).not.toHaveAttribute('aria-disabled')
  expect(arrow('Scroll on')).toHaveAttribute('aria-disabled', 'true')
  await user.click(arrow('Scroll on'))
  expect(scrollBy).not.toHaveBeenCalled()
})

test('there are no arrows if nothing scrolls, also after the row has grown', () => {
  renderApp(rail)
  expect(arrow('Scroll on').parentElement).not.toHaveAttribute('data-idle')
  widths.clientWidth = 3000
  act(() => resized())
  expect(arrow('Scroll on').parentElement).toHaveAttribute('data-idle', 'true')
})
