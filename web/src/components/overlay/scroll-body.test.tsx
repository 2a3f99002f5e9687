import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ScrollBody } from './scroll-body'

/** Gives every element these heights, because jsdom has no layout. */
function withHeights(content: number, box: number) {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(content)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(box)
}

test('ITEM-12 what scrolls can be reached by keys, also if there is only text in it', async () => {
  withHeights(900, 400)
  const { rerender } = render(<ScrollBody data-testid="body">Words</ScrollBody>)
  const body = screen.getByTestId('body')
  await waitFor(() => expect(body).toHaveAttribute('tabindex', '0'))
  rerender(
    <ScrollBody data-testid="body">
      <button type="button">More</button>
    </ScrollBody>,
  )
  await waitFor(() => expect(body).not.toHaveAttribute('tabindex'))
})

test('what does not scroll is no stop for keys', () => {
  withHeights(400, 400)
  render(<ScrollBody data-testid="body">Words</ScrollBody>)
  expect(screen.getByTestId('body')).not.toHaveAttribute('tabindex')
})
