import { useMutation } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { BusyButton } from './busy-button'

test('TRAP_L4 the second of two quick clicks does not send a mutation again', async () => {
  vi.useFakeTimers() // no timer passes between the clicks
  const send = vi.fn(() => new Promise<void>(() => {}))
  function Sender() {
    const { mutate, isPending } = useMutation({ mutationFn: send })
    return (
      <BusyButton busy={isPending} onClick={() => mutate()}>
        Send
      </BusyButton>
    )
  }
  renderApp(<Sender />)
  for (const button of Array<HTMLElement>(2).fill(screen.getByRole('button'))) {
    await act(async () => button.click())
  }
  vi.useRealTimers()
  expect(send).toHaveBeenCalledOnce()
})
