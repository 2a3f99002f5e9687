import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { skipClosedDialogs } from '@/lib/page/skip-closed-dialogs'
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

test('the back button neither closes a busy dialog nor leaves its page then, and closes it afterwards', async () => {
  const isBusy = { current: true }
  function Busy() {
    const [opened, setOpened] = useState(true)
    return (
      <Dialog opened={opened} onClose={() => isBusy.current || setOpened(false)} title="Saving">
        <p>Please wait</p>
      </Dialog>
    )
  }
  const { history } = renderApp(<Busy />, { path: '/checkout?page=cart' })
  await waitFor(() => expect(history.length).toBe(2))
  act(() => history.back())
  await waitFor(() => expect(history.location.state.dialog).toBeDefined())
  expect(screen.getByRole('dialog', { name: 'Saving' })).toBeVisible()
  isBusy.current = false
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

function Steps() {
  const [step, setStep] = useState('')
  const close = () => setStep('')
  return (
    <>
      <button type="button" onClick={() => setStep('cart')}>
        Open
      </button>
      <Dialog opened={step === 'cart' || step === 'question'} onClose={close} title="Cart">
        <button type="button" onClick={() => setStep('question')}>
          Checkout
        </button>
      </Dialog>
      <Dialog opened={step === 'question'} onClose={() => setStep('cart')} title="Question">
        <button
          type="button"
          onClick={() => {
            close()
            setTimeout(() => setStep('sign-in'), 20) // its file is fetched
          }}
        >
          Login
        </button>
      </Dialog>
      <Dialog opened={step === 'sign-in'} onClose={close} title="Sign in">
        <input aria-label="Password" />
      </Dialog>
    </>
  )
}

test('a dialog that opens while the browser still goes back from others stays open, and the back button closes it', async () => {
  const { user, history } = renderApp(<Steps />, { path: '/home' })
  onTestFinished(skipClosedDialogs(history))
  const back = history.back
  history.back = () => void setTimeout(() => act(back), 100)
  for (const name of ['Open', 'Checkout', 'Login']) await user.click(screen.getByRole('button', { name }))
  const signIn = await screen.findByRole('dialog', { name: 'Sign in' })
  await waitFor(() => expect(history.location.state.dialog).toBeDefined())
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(signIn).toBeVisible()
  act(() => history.back())
  await gone()
  await waitFor(() => expect(history.location.state.dialog).toBeUndefined())
  expect(history.length).toBe(2) // the page and what was left of its dialogs, which one step back skips
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

test('a confirmation stays while its action runs, which closing it would not cancel', async () => {
  const onClose = vi.fn()
  const { user, history } = renderApp(
    <ConfirmDialog opened busy title="Delete your account?" onConfirm={() => {}} onClose={onClose} />,
    { path: '/settings' },
  )
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(history.location.state.dialog).toBeDefined())
  act(() => history.back())
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog')).toBeVisible()
})
