import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { lazyExtra, lazyOverlay, lazyPart } from './lazy'
import { Toasts } from '@/components/overlay/toasts'

const lost = new TypeError('Failed to fetch dynamically imported module')

/** React logs the errors that a boundary caught. */
const caught = () => vi.mocked(globalThis['console'].error)

/** A file that loads at the nth try. */
const loadsAt = <Props extends object>(nth: number, draw: (props: Props) => React.ReactNode) => {
  caught().mockImplementation(() => {})
  let tries = 0
  return vi.fn(() => (++tries < nth ? Promise.reject(lost) : Promise.resolve({ default: draw })))
}

/** Expects React's log of caught errors, and clears it. */
function expectCaught(times: number) {
  expect(caught().mock.calls.map(([, error]: unknown[]) => error)).toEqual(Array(times).fill(lost))
  caught().mockClear()
}

test('a part that did not load shows an error in its place, and can be fetched again', async () => {
  const load = loadsAt(3, ({ word }: { word: string }) => <p>{word}</p>)
  const Part = lazyPart(load)
  renderApp(
    <>
      <input aria-label="typed" />
      <Part word="there" />
    </>,
  )
  const typed = screen.getByLabelText('typed')
  await userEvent.type(typed, 'kept')
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('there')).toBeVisible()
  expect(typed).toHaveValue('kept')
  expectCaught(2)
})

test('a part that failed is fetched again when it is rendered next', async () => {
  const Part = lazyPart(loadsAt(2, () => <p>there</p>))
  const { unmount } = renderApp(<Part />)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  unmount()
  renderApp(<Part />)
  expect(await screen.findByText('there')).toBeVisible()
  expectCaught(1)
})

test('an overlay is fetched when it opens, and opening it again is the next try', async () => {
  const load = loadsAt(2, ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
    <div role="dialog" hidden={!opened}>
      <button onClick={onClose}>close</button>
    </div>
  ))
  const Overlay = lazyOverlay(load)
  function Page() {
    const [opened, setOpened] = useState(false)
    return (
      <>
        <button onClick={() => setOpened(true)}>open</button>
        <Overlay opened={opened} onClose={() => setOpened(false)} />
        <Toasts />
      </>
    )
  }
  renderApp(<Page />)
  expect(load).not.toHaveBeenCalled()

  const open = screen.getByRole('button', { name: 'open' })
  await userEvent.click(open)
  expect(await screen.findByText('This part of the page did not load. Please try again.')).toBeVisible()
  expect(open).toHaveFocus()
  await userEvent.click(open)
  expect(await screen.findByRole('dialog')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'close' }))
  await userEvent.click(open)
  expect(screen.getByRole('dialog')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
  expectCaught(1)
})

test('an extra is fetched until it loads', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const load = loadsAt(4, () => <p>there</p>)
  const Extra = lazyExtra(load)
  renderApp(<Extra />)
  await vi.advanceTimersByTimeAsync(1000 + 2000)
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(4000)
  expect(await screen.findByText('there')).toBeVisible()
})
