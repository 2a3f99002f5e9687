import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { StaffMemberView, StaffReviewView, StaffVehicleReview } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Reviews } from './reviews'
import { storeStaffToken } from './session'

const member: StaffMemberView = {
  id: 3,
  name: 'Sam',
  email: 'sam@example.com',
  role: 'vendor',
  store_id: 7,
  store_name: 'Corner',
}

const cold: StaffReviewView = {
  id: 5,
  of: 'item',
  store_id: 7,
  store_name: 'Corner',
  order_id: 17,
  item_name: 'Tea',
  customer_name: 'Asha R.',
  rating: 2,
  comment: 'Cold',
  images: [{ thumbnail_full_url: '/small.jpg', image_full_url: '/large.jpg' }],
  reply: '',
  hidden: false,
  created_at: '2126-11-20T10:00:00Z',
}

/** Serves one review. The first try to reply fails. */
function serveReview() {
  const sent: unknown[] = []
  let review = cold
  server.use(
    http.get('*/vendor/reviews', ({ request }) => {
      const isUnanswered = new URL(request.url).searchParams.get('state') === 'unanswered'
      const reviews = isUnanswered && review.reply ? [] : [review]
      return HttpResponse.json({ reviews, total_size: reviews.length, limit: 20, offset: 1 })
    }),
    http.put<{ id: string }, { reply: string }>('*/vendor/reviews/:id/reply', async ({ request }) => {
      const { reply } = await request.json()
      sent.push(reply)
      if (sent.length === 1) {
        return HttpResponse.json({ errors: [{ code: 'internal', message: 'x' }], message: 'x' }, { status: 500 })
      }
      review = { ...review, reply }
      return HttpResponse.json(review)
    }),
  )
  return sent
}

const admin: StaffMemberView = { id: 4, name: 'Nadia', email: 'nadia@example.com', role: 'admin' }

/** Serves one review to an admin. The first try to hide it fails. */
function serveAdmin() {
  let review: StaffReviewView = {
    ...cold,
    images: [{ thumbnail_full_url: '/i/key-1?small=true', image_full_url: '/i/key-1' }],
  }
  let tries = 0
  server.use(
    http.get('*/admin/reviews', ({ request }) => {
      const isHidden = new URL(request.url).searchParams.get('hidden') === 'true'
      const reviews = review.hidden === isHidden ? [review] : []
      return HttpResponse.json({ reviews, total_size: reviews.length, limit: 20, offset: 1 })
    }),
    http.put<never, { hidden: boolean }>('*/admin/reviews/5/hidden', async ({ request }) => {
      if (++tries === 1) {
        return HttpResponse.json({ errors: [{ code: 'internal', message: 'x' }], message: 'x' }, { status: 500 })
      }
      review = { ...review, hidden: (await request.json()).hidden }
      return HttpResponse.json(review)
    }),
    http.get('*/admin/uploads/key-1', () => HttpResponse.arrayBuffer(new ArrayBuffer(8))),
  )
}

beforeEach(() => storeStaffToken('a-token-that-is-long-enough'))

test('ITEM-12 a store replies to a review after a failure, and edits the reply', async () => {
  const user = userEvent.setup()
  const sent = serveReview()
  renderApp(<Reviews member={member} />)
  const review = within(await screen.findByRole('listitem', { name: 'Asha R.' }))
  expect(review.getByText('2 out of 5')).toBeInTheDocument()
  expect(review.getByText('Cold')).toBeVisible()
  expect(review.getByRole('img', { name: 'Photo 1, opens in a new tab' })).toHaveAttribute('src', '/small.jpg')
  await user.click(review.getByRole('button', { name: 'Reply' }))
  const words = review.getByLabelText('Your reply')
  expect(words).toHaveFocus()
  await user.click(review.getByRole('button', { name: 'Send reply' }))
  expect(review.getByText('Please write something')).toBeVisible()
  await user.type(words, 'Sorry!')
  await user.click(review.getByRole('button', { name: 'Send reply' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(review.getByRole('button', { name: 'Send reply' })).toBeEnabled())
  expect(words).toHaveValue('Sorry!')
  await user.click(review.getByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText('No reviews here')).toBeVisible()

  await user.click(screen.getByRole('tab', { name: 'All' }))
  const answered = within(await screen.findByRole('listitem', { name: 'Asha R.' }))
  expect(answered.getByText('Sorry!')).toBeVisible()
  await user.click(answered.getByRole('button', { name: 'Edit reply' }))
  await user.clear(answered.getByLabelText('Your reply'))
  await user.type(answered.getByLabelText('Your reply'), 'So sorry!')
  await user.click(answered.getByRole('button', { name: 'Send reply' }))
  expect(await answered.findByText('So sorry!')).toBeVisible()
  expect(sent).toEqual(['Sorry!', 'Sorry!', 'So sorry!'])
})

test('ITEM-12 an admin hides a review after a failure, reads its private image, and shows it again', async () => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => {}
  const user = userEvent.setup()
  serveAdmin()
  renderApp(<Reviews member={admin} />)
  const shown = within(await screen.findByRole('listitem', { name: 'Asha R.' }))
  expect(shown.getByText('Corner')).toBeVisible()
  expect(shown.queryByRole('button', { name: 'Reply' })).toBeNull()
  const hide = shown.getByRole('button', { name: 'Hide' })
  await user.click(hide)
  await waitFor(() => expect(hide).toBeEnabled())
  await user.click(hide)
  expect(await screen.findByText('No reviews here')).toBeVisible()

  await user.click(screen.getByRole('tab', { name: 'Hidden' }))
  const hidden = within(await screen.findByRole('listitem', { name: 'Asha R.' }))
  expect(await hidden.findByRole('img', { name: 'Photo 1, opens in a new tab' })).toHaveAttribute(
    'src',
    expect.stringMatching(/^blob:/),
  )
  await user.click(hidden.getByRole('button', { name: 'Show again' }))
  expect(await screen.findByText('No reviews here')).toBeVisible()
})

test('RNT-04 an admin hides the review of a vehicle', async () => {
  const user = userEvent.setup()
  let hidden = false
  const rude = {
    id: 9,
    trip_id: 18,
    vehicle_id: 4,
    vehicle_name: 'Finch',
    provider_id: 2,
    provider_name: 'Anchor',
    customer_name: 'Ben K.',
    rating: 1,
    comment: 'Rude words',
    images: [],
    reply: 'Well',
    created_at: '2126-11-20T10:00:00Z',
  } satisfies Partial<StaffVehicleReview>
  server.use(
    http.get('*/admin/reviews', () => HttpResponse.json({ reviews: [], total_size: 0, limit: 20, offset: 1 })),
    http.get('*/admin/vehicle-reviews', ({ request }) => {
      const isHidden = new URL(request.url).searchParams.get('hidden') === 'true'
      const reviews = hidden === isHidden ? [{ ...rude, hidden }] : []
      return HttpResponse.json({ reviews, total_size: reviews.length, limit: 20, offset: 1 })
    }),
    http.put<never, { hidden: boolean }>('*/admin/vehicle-reviews/9/hidden', async ({ request }) => {
      hidden = (await request.json()).hidden
      return HttpResponse.json({ ...rude, hidden })
    }),
  )
  renderApp(<Reviews member={admin} />)
  await user.click(await screen.findByRole('tab', { name: 'Vehicles' }))
  const shown = within(await screen.findByRole('listitem', { name: 'Ben K.' }))
  expect(shown.getByText('Finch')).toBeVisible()
  expect(shown.getByText('Reply of the provider')).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Hide' }))
  expect(await screen.findByText('No reviews here')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Vehicles, hidden' }))
  const again = within(await screen.findByRole('listitem', { name: 'Ben K.' }))
  await user.click(again.getByRole('button', { name: 'Show again' }))
  await waitFor(() => expect(screen.queryByText('Rude words')).toBeNull())
})

test('ITEM-12 RNT-04 a provider replies to a review of a vehicle', async () => {
  const user = userEvent.setup()
  let review: StaffVehicleReview = {
    id: 8,
    trip_id: 21,
    vehicle_id: 2,
    vehicle_name: 'Finch',
    provider_id: 9,
    provider_name: 'Anchor Car Hire',
    customer_name: 'Asha R.',
    rating: 3,
    comment: 'Small',
    images: [],
    reply: '',
    hidden: false,
    created_at: '2126-11-20T10:00:00Z',
  }
  server.use(
    http.get('*/vendor/vehicle-reviews', ({ request }) => {
      const isUnanswered = new URL(request.url).searchParams.get('state') === 'unanswered'
      const reviews = isUnanswered && review.reply ? [] : [review]
      return HttpResponse.json({ reviews, total_size: reviews.length, limit: 20, offset: 1 })
    }),
    http.put<never, { reply: string }>('*/vendor/vehicle-reviews/8/reply', async ({ request }) => {
      review = { ...review, reply: (await request.json()).reply }
      return HttpResponse.json(review)
    }),
  )
  const renter: StaffMemberView = { id: 6, name: 'Remy', email: 'remy@example.com', role: 'vendor', provider_id: 9 }
  renderApp(<Reviews member={renter} />)
  const card = await screen.findByRole('listitem', { name: 'Asha R.' })
  expect(card).toHaveTextContent('Finch · Trip 21')
  await user.click(within(card).getByRole('button', { name: 'Reply' }))
  await user.type(within(card).getByRole('textbox'), 'Thank you')
  await user.click(within(card).getByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText('No reviews here')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'All' }))
  expect(await screen.findByText('Thank you')).toBeVisible()
})

/** Lets the page fetch the lists again, as it does every 30 seconds. */
function fetchAgain() {
  act(() => focusManager.setFocused(false))
  act(() => focusManager.setFocused(true))
}

test.each([
  ['among the newest', 1],
  ['further back', 3],
])('ITEM-12 a reply to a review %s stays when a colleague replies, and shows theirs', async (_, page) => {
  const user = userEvent.setup()
  const world = { review: cold, sent: [] as string[] }
  server.use(
    http.get('*/vendor/reviews', ({ request }) => {
      const query = new URL(request.url).searchParams
      const offset = Number(query.get('offset'))
      if (query.get('state') === 'unanswered') {
        const reviews = world.review.reply ? [] : [world.review]
        return HttpResponse.json({ reviews, total_size: reviews.length, limit: 20, offset })
      }
      const reviews = offset === page ? [world.review] : [{ ...cold, id: 100 + offset }]
      return HttpResponse.json({ reviews, total_size: page * 20, limit: 20, offset })
    }),
    http.put<never, { reply: string }>('*/vendor/reviews/5/reply', async ({ request }) => {
      const { reply } = await request.json()
      world.sent.push(reply)
      world.review = { ...world.review, reply }
      return HttpResponse.json(world.review)
    }),
  )
  const { unmount } = renderApp(<Reviews member={member} />)
  await user.click(await screen.findByRole('button', { name: 'Reply' }))
  await user.type(screen.getByLabelText('Your reply'), 'We are sorry')
  world.review = { ...cold, reply: 'Sorry, says Kim' }
  fetchAgain()
  expect(await screen.findByRole('alert')).toHaveTextContent('If you send your reply, it replaces this one.')
  expect(screen.getByText('Sorry, says Kim')).toBeVisible()
  expect(screen.getByLabelText('Your reply')).toHaveValue('We are sorry')
  await user.click(screen.getByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText('No reviews here')).toBeVisible()
  expect(world.sent).toEqual(['We are sorry'])
  unmount()
  focusManager.setFocused(undefined)
})

test('ITEM-12 a reply that is being written stays while its tab is left, and newer reviews push its review out', async () => {
  const user = userEvent.setup()
  let reviews = [cold]
  server.use(
    http.get('*/vendor/reviews', () =>
      HttpResponse.json({ reviews, total_size: reviews.length, limit: 20, offset: 1 }),
    ),
  )
  renderApp(<Reviews member={member} />)
  await user.click(await screen.findByRole('button', { name: 'Reply' }))
  await user.type(screen.getByLabelText('Your reply'), 'Sorry')
  reviews = [{ ...cold, id: 6, customer_name: 'Ben K.', created_at: '2126-11-21T10:00:00Z' }]
  await user.click(screen.getByRole('tab', { name: 'All' }))
  expect(await screen.findByRole('listitem', { name: 'Ben K.' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Without a reply' }))
  await waitFor(() =>
    expect(
      screen.getAllByRole('listitem', { name: /Ben|Asha/ }).map((each) => each.getAttribute('aria-label')),
    ).toEqual(['Ben K.', 'Asha R.']),
  )
  expect(screen.getByLabelText('Your reply')).toHaveValue('Sorry')
  expect(screen.getByRole('tab', { name: 'Without a reply' }), 'nothing takes the focus').toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Asha R.' })).toBeNull())
})
