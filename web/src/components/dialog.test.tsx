import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { ConfirmDialog } from './confirm-dialog'
import { Dialog } from './dialog'

function Opener() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Saved Addresses">
        <input aria-label="Street" />
      </Dialog>
    </>
  )
}

async function open() {
  const app = renderApp(<Opener />, { path: '/checkout?page=cart' })
  await app.user.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('dialog', { name: 'Saved Addresses' })).toBeVisible()
  return app
}

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('Escape closes the dialog, removes its history entry and restores the focus', async () => {
  const { user, history } = await open()
  expect(history.length).toBe(2)
  await user.keyboard('{Escape}')
  await gone()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
  expect(history.location.href).toBe('/checkout?page=cart')
  expect(history.location.state.dialog).toBeUndefined()
})

test('the back button closes the dialog and stays on the page', async () => {
  const { history } = await open()
  act(() => history.back())
  await gone()
  expect(history.location.href).toBe('/checkout?page=cart')
})

test('the close button closes the dialog, which can be opened again', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await gone()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('dialog')).toBeVisible()
})

test('a link in a dialog stays on the new page', async () => {
  const { history } = await open()
  act(() => history.push('/track-order'))
  expect(history.location.href).toBe('/track-order')
})

test('a confirmation has a button with the verb of its question', async () => {
  const onConfirm = vi.fn()
  const { user } = renderApp(
    <ConfirmDialog
      opened
      title="Are you sure you want to logout?"
      confirm="Logout"
      onConfirm={onConfirm}
      onClose={() => {}}
    />,
  )
  expect(screen.getByRole('dialog', { name: 'Are you sure you want to logout?' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
})
