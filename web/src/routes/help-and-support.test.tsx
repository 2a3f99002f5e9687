import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { ConfigView, ErrorBody, PageOutputBody } from '@/lib/api/types.gen'
import { testShop } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'

vi.setConfig({ testTimeout: 20_000 })

const help: PageOutputBody = { slug: 'help-and-support', title: 'We help', body: 'Every day.' }
const message = 'This page does not exist.'
const isMissing = () =>
  HttpResponse.json<ErrorBody>({ errors: [{ code: 'not_found', message }], message }, { status: 404 })

const login: Partial<ConfigView> = { centralize_login: { ...testShop.centralize_login, manual_login_status: 1 } }
const silent = { phone: '', email: '', address: '' }
const all = ['Call', 'Write', 'Chat', 'Visit']

test.each<[string, Partial<ConfigView>, string, string[]]>([
  ['its text and contacts', login, 'We help', all],
  ['its contacts without a text', login, 'Help & support', all],
  ['no phone or mail that is not set', { ...login, phone: '', email: '' }, 'We help', ['Chat', 'Visit']],
  ['no chat without sign-in', { ...silent, address: '1 Harbour Road' }, 'We help', ['Visit']],
])('PAGE-01 /help-and-support has %s', async (_, has, title, cards) => {
  server.use(http.get('*/pages/:slug', () => (title === help.title ? HttpResponse.json(help) : isMissing())))
  renderPage('/help-and-support', { shop: { ...testShop, ...has } })
  expect(await screen.findByRole('heading', { level: 1, name: title }, { timeout: 8000 })).toBeVisible()
  const contacts = within(screen.getByRole('region', { name: 'Reach us' }))
  expect(contacts.getAllByText(/^(Call|Write|Chat|Visit)$/).map((card) => card.textContent)).toEqual(cards)
})

test('PAGE-01 without any contact /help-and-support has its text alone', async () => {
  server.use(http.get('*/pages/:slug', () => HttpResponse.json(help)))
  renderPage('/help-and-support', { shop: { ...testShop, ...silent } })
  expect(await screen.findByText('Every day.', {}, { timeout: 8000 })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Reach us' })).toBeNull()
})
