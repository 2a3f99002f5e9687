import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { chooseModule } from '@/lib/scope/scope'
import { parcelModule, testCategories } from '@/test/parcel-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { ParcelHome } from './parcel-home'

beforeEach(() => chooseModule(parcelModule))

const serve = () => server.use(http.get('*/parcel/categories', () => HttpResponse.json(testCategories)))

test('PCL-01 the home shows what can be sent, from which price, and leads to the form', async () => {
  serve()
  renderApp(<ParcelHome words="" />)
  const link = await screen.findByRole('link', { name: 'Documents' })
  expect(link).toHaveAttribute('href', '/parcel/send?category=1')
  const card = within(screen.getAllByRole('article')[0]!)
  expect(card.getByText('$2.00')).toBeVisible()
  expect(card.getByText('up to 1 kg')).toBeVisible()
  expect(screen.getByText('$4.50')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Send now' })).toHaveAttribute('href', '/parcel/send')
})

test('PCL-01 the search of the header finds what can be sent', async () => {
  serve()
  const { rerender } = renderApp(<ParcelHome words="SUITCASE" />)
  expect(await screen.findByRole('link', { name: 'Big box' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Documents' })).toBeNull()
  rerender(<ParcelHome words="elephant" />)
  expect(screen.getByRole('link', { name: 'Show everything' })).toHaveAttribute('href', '/home')
})

test('PCL-01 what did not load can be asked for again', async () => {
  server.use(http.get('*/parcel/categories', () => HttpResponse.json(refusal('internal', 'No.'), { status: 500 })))
  const { user } = renderApp(<ParcelHome words="" />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  serve()
  await user.click(again)
  expect(await screen.findByRole('link', { name: 'Documents' })).toBeVisible()
})
