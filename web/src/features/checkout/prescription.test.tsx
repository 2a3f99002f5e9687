import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CheckoutBody, QuoteView } from '@/lib/api/types.gen'
import { gate } from '@/test/gate'
import { server } from '@/test/server'
import { refusal, testQuote } from '@/test/trade-fixtures'
import {
  beginAsGuest,
  guest,
  knowAsha,
  open,
  order,
  placeButton,
  section,
  shopQuotes,
  shopTakes,
} from '@/test/checkout'

// jsdom cannot render a map.
vi.mock('@/components/map/town-map', () => ({ default: () => null, fetchWorker: () => Promise.resolve() }))

const missing = {
  code: 'prescription_required',
  field: 'prescription_images',
  message: 'Please upload your prescription image',
}

/** The quote of a medicine, with a problem until an image is sent. */
const ofMedicine = ({ prescription_images = [] }: CheckoutBody): QuoteView => ({
  ...testQuote,
  is_prescription_required: 1,
  problems: prescription_images.length > 0 ? [] : [missing],
})

/** Accepts images with the ids image-1, image-2 … Returns the recorded uploads. */
function shopTakesImages() {
  const sent: string[] = []
  server.use(
    http.post('*/uploads', async ({ request }) => {
      const form = await request.formData()
      sent.push(`${request.headers.get('X-Guest-Id')} ${form.get('purpose') as string} ${form.has('image')}`)
      return HttpResponse.json({ id: `image-${sent.length}` })
    }),
  )
  return sent
}

const photo = (name = 'rx.png', type = 'image/png') => new File(['picture'], name, { type })

beforeEach(() => {
  beginAsGuest()
  // jsdom has no createObjectURL.
  URL.createObjectURL = () => 'blob:image'
  URL.revokeObjectURL = () => {}
})

async function choose(user: ReturnType<typeof open>['user'], ...files: File[]) {
  const step = await section('Prescription')
  const input = step.querySelector('input')
  if (!input) throw new Error('there is nothing to choose a file by')
  await user.upload(input, files)
  return step
}

test('ITEM-11 a medicine needs a prescription, which is uploaded and sent with the order', async () => {
  knowAsha()
  const asked = shopQuotes(ofMedicine)
  const placed = shopTakes(order)
  const sent = shopTakesImages()
  const { user, onPlaced } = open()
  const step = await section('Prescription')
  expect(within(step).getByText('prescription is required')).toBeVisible()
  expect(within(step).getByRole('alert')).toHaveTextContent('Please upload your prescription image')
  expect(await placeButton()).toBeDisabled()

  await choose(user, photo(), photo('back.png'))
  expect(await within(step).findByRole('img', { name: 'Photo 2' })).toBeVisible()
  expect(sent).toEqual([`${guest} prescription true`, `${guest} prescription true`])
  await waitFor(() => expect(asked.at(-1)?.prescription_images).toEqual(['image-1', 'image-2']))
  await waitFor(() => expect(within(step).queryByRole('alert')).toBeNull())

  await user.click(within(step).getByRole('button', { name: 'Remove photo 1' }))
  await waitFor(() => expect(asked.at(-1)?.prescription_images).toEqual(['image-2']))
  await waitFor(async () => expect(await placeButton()).toBeEnabled())
  await user.click(await placeButton())
  await waitFor(() => expect(onPlaced).toHaveBeenCalled())
  expect(placed[0]?.prescription_images).toEqual(['image-2'])
})

test('ITEM-11 what is typed during an upload is kept, and the order waits for the photo', async () => {
  shopQuotes(ofMedicine)
  const [finish, typed] = gate()
  server.use(
    http.post('*/uploads', async () => {
      await typed
      return HttpResponse.json({ id: 'image-1' })
    }),
  )
  const { user } = open()
  const step = await choose(user, photo())
  await user.type(screen.getByLabelText('Note for the store'), 'No onions')
  expect(await placeButton()).toHaveAttribute('aria-busy', 'true')
  finish()
  expect(await within(step).findByRole('img', { name: 'Photo 1' })).toBeVisible()
  expect(screen.getByLabelText('Note for the store')).toHaveValue('No onions')
  await waitFor(async () => expect(await placeButton()).not.toHaveAttribute('aria-busy'))
})

test('ITEM-11 at most three images can be added', async () => {
  shopQuotes(ofMedicine)
  const sent = shopTakesImages()
  const { user } = open()
  const step = await choose(user, photo('1'), photo('2'), photo('3'), photo('4'))
  expect(await within(step).findByText('Maximum 3 images can be send at a time.')).toBeVisible()
  expect(sent).toEqual([])
  await choose(user, photo('1'), photo('2'), photo('3'))
  expect(await within(step).findByRole('img', { name: 'Photo 3' })).toBeVisible()
  expect(within(step).queryByText('Maximum 3 images can be send at a time.')).toBeNull()
  expect(within(step).queryByRole('button', { name: 'Add photos' })).toBeNull()
})

test('ITEM-11 a refused image shows an error, and the next one is accepted', async () => {
  shopQuotes(ofMedicine)
  server.use(
    http.post('*/uploads', () =>
      HttpResponse.json(refusal('too_large', 'The picture has too many pixels.', { field: 'image' }), {
        status: 413,
      }),
    ),
  )
  const { user } = open()
  const step = await choose(user, photo())
  expect(await within(step).findByText('The picture has too many pixels.')).toBeVisible()
  server.use(http.post('*/uploads', () => HttpResponse.error()))
  await choose(user, photo())
  expect(await within(step).findByText(/connection|offline/i)).toBeVisible()
  shopTakesImages()
  await choose(user, photo())
  expect(await within(step).findByRole('img', { name: 'Photo 1' })).toBeVisible()
  expect(within(step).queryByText(/connection|offline/i)).toBeNull()
})

test('ITEM-11 an order without medicine needs no prescription', async () => {
  shopQuotes()
  open()
  await placeButton()
  expect(screen.queryByRole('region', { name: 'Prescription' })).toBeNull()
})
