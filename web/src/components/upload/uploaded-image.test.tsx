import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { write } from '@/lib/scope/local-storage'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { UploadedImage } from './uploaded-image'

beforeEach(() => {
  write({ guest_id: 'guest-secret-0123456789' })
  server.use(http.get('*/uploads/:id', () => HttpResponse.error()))
})

test('an image that did not load can be loaded again; one that is gone says so', async () => {
  const { user } = renderApp(<UploadedImage id="1" label="Photo 1" />)
  const retry = await screen.findByRole('button', { name: 'Photo 1: it did not load. Try again' })
  server.use(
    http.get('*/uploads/:id', () => HttpResponse.json(refusal('not_found', 'It was not found.'), { status: 404 })),
  )
  await user.click(retry)
  expect(await screen.findByText('Photo 1: no longer there, or not available to you')).toBeInTheDocument()
  expect(screen.queryByRole('button')).toBeNull()
})
