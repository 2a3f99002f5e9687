import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { ReviewsOutputBody, ReviewView } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import DialogReviews from './dialog-reviews'
import { burger } from '@/test/item-fixtures'
import { ItemReviews } from './item-reviews'

const review = (id: number, more: Partial<ReviewView> = {}): ReviewView => ({
  id,
  customer_name: `Guest ${id}`,
  rating: 5,
  comment: `Comment ${id}`,
  images: [],
  reply: '',
  item_name: '',
  created_at: '2026-11-20T08:00:00Z',
  ...more,
})

const page = (reviews: ReviewView[], total: number, offset = 1): ReviewsOutputBody => ({
  reviews,
  total_size: total,
  limit: 5,
  offset,
  stars: [0, 0, 0, 0, total],
})

test('ITEM-12 the dialog of an item has its reviews, after a failure, and the rest page by page', async () => {
  let isDown = true
  const photo = { image_full_url: '/photo', thumbnail_full_url: '/photo?small=true' }
  server.use(
    http.get('*/items/:id/reviews', ({ request }) => {
      if (isDown) return HttpResponse.json({ errors: [], message: 'Down' }, { status: 503 })
      const offset = Number(new URL(request.url).searchParams.get('offset'))
      return HttpResponse.json(
        offset === 1
          ? page(
              [1, 2, 3, 4, 5].map((id) => review(id, id === 1 ? { images: [photo], reply: 'Thanks' } : {})),
              6,
            )
          : page([review(6)], 6, 2),
      )
    }),
  )
  const { user } = renderApp(<DialogReviews item={burger} />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await user.click(retry)
  expect(await screen.findByText('Comment 1')).toBeVisible()
  expect(screen.getByText('6 reviews to read')).toBeVisible()
  expect(screen.getByRole('img', { name: /Photo 1 by Guest 1/ })).toHaveAttribute('src', '/photo?small=true')
  expect(screen.getByText('Thanks')).toBeVisible()
  expect(await screen.findByText('Comment 6')).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'Reviews' })).queryByRole('button')).toBeNull()
})

test('ITEM-12 without any review the dialog says so, and asks the server nothing', () => {
  renderApp(<DialogReviews item={{ ...burger, rating_count: 0 }} />)
  expect(screen.getByText('No reviews to read yet')).toBeVisible()
})

test('ITEM-12 the reviews of an item’s page did not load: they are not hidden, and can be loaded again', async () => {
  server.use(http.get('*/items/:id/reviews', () => HttpResponse.error()))
  const { user } = renderApp(<ItemReviews item={burger} />)
  expect(await screen.findByText(/No connection/)).toBeVisible()
  server.use(http.get('*/items/:id/reviews', () => HttpResponse.json(page([review(1)], 1))))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Comment 1')).toBeVisible()
})

test.each([['dialog', DialogReviews] as const, ['page', ItemReviews] as const])(
  'ITEM-12 where the plan of the store has no reviews, the %s of an item says so',
  (_, Reviews) => {
    renderApp(<Reviews item={{ ...burger, rating_count: 0, no_review_plan: true }} />)
    expect(screen.getByText('this store is not having any review plan')).toBeVisible()
    expect(screen.queryByText('No reviews to read yet')).toBeNull()
  },
)
