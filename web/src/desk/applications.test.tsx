import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { StaffApplicationView } from '@/lib/api/types.gen'
import { admin, at, serveDesk, signedInDesk } from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Desk } from './desk'

signedInDesk()

const rider: StaffApplicationView = {
  id: 1,
  kind: 'rider',
  status: 'waiting',
  name: 'Lena',
  email: 'lena@example.com',
  phone: '+12025550123',
  zone_name: 'Old Town',
  created_at: at,
  email_known: false,
  images: [],
  others: 0,
  phone_known: false,
}

test('REG-01 an admin is asked once more before an application is approved', async () => {
  const answers: unknown[] = []
  serveDesk(admin)
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })),
    http.get('*/admin/applications', () => {
      const applications = answers.length > 0 ? [] : [rider]
      return HttpResponse.json({ applications, total_size: applications.length, limit: 20, offset: 1 })
    }),
    http.post('*/admin/applications/1', async ({ request }) => {
      answers.push(await request.json())
      return HttpResponse.json({ ...rider, status: 'approved' })
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Applications 1' }))
  const lena = await screen.findByRole('listitem', { name: 'Lena' })
  const press = (name: string) => user.click(within(lena).getByRole('button', { name }))
  await press('Approve')
  expect(within(lena).getByRole('form', { name: /^This makes the account of the rider/ })).toHaveFocus()
  await press('Back')
  expect(within(lena).getByRole('button', { name: 'Refuse' })).toBeVisible()
  await press('Approve')
  expect(answers, 'nothing yet').toEqual([])
  await press('Approve')
  await waitFor(() => expect(answers).toEqual([{ approve: true }]))
  expect(await screen.findByText('No applications here')).toBeVisible()
})
