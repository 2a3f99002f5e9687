import { useMutation } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { BusyButton } from './busy-button'

type Call = () => Promise<unknown>

function Pay({ call }: { call: Call }) {
  const pay = useMutation({ mutationFn: call })
  return (
    <BusyButton busy={pay.isPending} onClick={() => pay.mutate()}>
      Pay
    </BusyButton>
  )
}

function PayForm({ call }: { call: Call }) {
  const pay = useMutation({ mutationFn: call })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        pay.mutate()
      }}
    >
      <BusyButton type="submit" busy={pay.isPending}>
        Pay
      </BusyButton>
    </form>
  )
}

/** Two clicks, between which React renders nothing. */
const clickTwice = (button: HTMLElement) =>
  act(() => {
    fireEvent.click(button)
    fireEvent.click(button)
  })

test.each([
  ['a button', Pay],
  ['a form', PayForm],
])('two clicks at once make the call of %s once', async (_name, Screen) => {
  let end = () => {}
  const call = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
  renderApp(<Screen call={call} />)
  const button = screen.getByRole('button', { name: 'Pay' })
  clickTwice(button)
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'))
  fireEvent.click(button)
  expect(call).toHaveBeenCalledTimes(1)

  end()
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  fireEvent.click(button)
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2))
  end()
})

test('a click that made no call can be repeated', async () => {
  const onClick = vi.fn()
  const { user } = renderApp(<BusyButton onClick={onClick}>Send</BusyButton>)
  const button = screen.getByRole('button', { name: 'Send' })
  await user.click(button)
  await user.click(button)
  expect(onClick).toHaveBeenCalledTimes(2)
})
