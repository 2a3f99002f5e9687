import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { card, press, serveDesk, signedInDesk, testOrder, vendor, world } from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { startAfterDesk } from './after-start'
import { Desk } from './desk'

signedInDesk()

test('the focus stays near a question that is closed, and moves to what is missing in it', async () => {
  onTestFinished(startAfterDesk())
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await press(user, 1, 'Refuse')
  await user.click(screen.getByLabelText('Another reason'))
  await press(user, 1, 'Refuse')
  await waitFor(() => expect(screen.getByLabelText('In your words')).toHaveFocus())
  await press(user, 1, 'Keep the order')
  await waitFor(() => expect(document.body).not.toHaveFocus())
  expect(document.activeElement).toContainElement(await card(1))
})

test('the desk starts what looks after the focus', async () => {
  const started = vi.fn()
  vi.doMock('./after-start', () => ({ startAfterDesk: started }))
  vi.doMock('react-dom/client', () => ({ createRoot: () => ({ render: () => {} }) }))
  document.body.innerHTML = '<div id="root"></div>'
  await import('./main')
  await waitFor(() => expect(started).toHaveBeenCalledOnce())
})
