import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { Rail } from './rail'

const scrollBy = vi.fn()

beforeEach(() => {
  scrollBy.mockClear()
  Element.prototype.scrollBy = scrollBy
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, value: 1000 })
})

const rail = (
  <Rail title="Popular near you" of="stores">
    <li>Store</li>
  </Rail>
)

test('a rail is a named list that keys can reach', () => {
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
