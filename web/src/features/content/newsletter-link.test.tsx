import { act, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { ErrorBody } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { NewsletterLink } from './newsletter-link'

const open = (hash: string) => {
  window.location.hash = hash
  return renderApp(<NewsletterLink />)
}

afterEach(() => {
  window.location.hash = ''
})

test.each([
  ['confirm', 'Do you want our news by mail?', 'Confirm subscription'],
  ['leave', 'Do you want to leave our list?', 'Unsubscribe'],
])('HDR-08 the link to %s asks for confirmation first', async (action, question, button) => {
  const asked = vi.fn<(body: unknown) => void>()
  server.use(
    http.post(`*/newsletter/${action}`, async ({ request }) => {
      asked(await request.json())
      return HttpResponse.json({ message: 'Done as you said.' })
    }),
  )
  const { user } = open(`#${action}=token-1`)
  expect(await screen.findByText(question)).toBeVisible()
  expect(asked).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: button }))
  expect(await screen.findByRole('status')).toHaveTextContent('Done as you said.')
  expect(asked).toHaveBeenCalledExactlyOnceWith({ token: 'token-1' })
})

test('HDR-08 a used or expired link shows the server’s error', async () => {
  const message = 'This link has been used already, or it has ended.'
  server.use(
    http.post('*/newsletter/confirm', () =>
      HttpResponse.json<ErrorBody>({ errors: [{ code: 'not_found', message }], message }, { status: 404 }),
    ),
  )
  const { user } = open('#confirm=token-1')
  await user.click(await screen.findByRole('button', { name: 'Confirm subscription' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(screen.getByRole('alert')).toHaveFocus()
  expect(screen.queryByRole('button'), 'there is nothing to try again').toBeNull()
  expect(screen.getByRole('link', { name: 'Browse shops' })).toHaveAttribute('href', '/home')
})

test('HDR-08 after a network error the user can try again', async () => {
  server.use(http.post('*/newsletter/confirm', () => HttpResponse.error()))
  const { user } = open('#confirm=token-1')
  await user.click(await screen.findByRole('button', { name: 'Confirm subscription' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection.')
  server.use(http.post('*/newsletter/confirm', () => HttpResponse.json({ message: 'Done.' })))
  await user.click(screen.getByRole('button', { name: 'Confirm subscription' }))
  expect(await screen.findByRole('status')).toHaveTextContent('Done.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('HDR-08 the other link of the mail, opened in the same tab, shows its own question', async () => {
  server.use(http.post('*/newsletter/confirm', () => HttpResponse.json({ message: 'Done.' })))
  const { user } = open('#confirm=token-1')
  await user.click(await screen.findByRole('button', { name: 'Confirm subscription' }))
  await screen.findByRole('status')
  act(() => {
    window.location.hash = '#leave=token-2'
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  })
  expect(await screen.findByRole('button', { name: 'Unsubscribe' })).toBeVisible()
})

test('HDR-08 a link without a token shows an error', async () => {
  open('')
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is not complete.')
})
