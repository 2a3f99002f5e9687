import { screen, waitFor } from '@testing-library/react'
import { delay, http } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PickedPlace } from '@/contracts/place-input'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { PlaceInput } from './place-input'
import { townHandlers } from '@/test/test-town'

beforeEach(() => server.use(...townHandlers))

function open() {
  const onUnpicked = vi.fn<(isUnpicked: boolean) => void>()
  function Field() {
    const [place, setPlace] = useState<PickedPlace>()
    return <PlaceInput label="Pickup" placeholder="" value={place} onChange={setPlace} onUnpicked={onUnpicked} />
  }
  return { onUnpicked, ...renderApp(<Field />) }
}

const field = () => screen.getByRole('combobox', { name: 'Pickup' })

test('LOC-01 a field for a place says whether it holds a text for which none was picked', async () => {
  const { user, onUnpicked } = open()
  await user.type(field(), 'lib')
  expect(onUnpicked).toHaveBeenLastCalledWith(true)
  await user.click(await screen.findByRole('option', { name: /Central Library/ }))
  await waitFor(() => expect(onUnpicked).toHaveBeenLastCalledWith(false))
  expect(field()).toHaveValue('Central Library, Saffron Circus')
})

test('LOC-01 a place that arrives late does not replace what was typed meanwhile', async () => {
  let answered = 0
  const { user } = open()
  await user.type(field(), 'lib')
  const option = await screen.findByRole('option', { name: /Central Library/ })
  server.use(
    // It only waits: a handler that returns nothing leaves the call to the next one.
    http.get('*/maps/place-details', async () => {
      await delay(300)
      answered++
    }),
  )
  await user.click(option)
  await user.type(field(), ' of the harbour')
  await waitFor(() => expect(answered).toBe(1))
  await delay(100)
  expect(field()).toHaveValue('lib of the harbour')
})
