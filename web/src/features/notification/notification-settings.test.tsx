import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { CustomerView, NotificationSettingsOutputBody, PutNotificationSettingsData } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { NotificationSettings } from './notification-settings'

/** Mocks the settings. Returns what was saved; a save fails if refused. */
function has(now: Partial<NotificationSettingsOutputBody>, customer: Partial<CustomerView> = {}, refused = false) {
  write({ token: testToken })
  let settings: NotificationSettingsOutputBody = {
    order_mail: true,
    alerts: true,
    alert_mail: false,
    can_mail: true,
    has_device: false,
    ...now,
  }
  const saved: PutNotificationSettingsData['body'][] = []
  server.use(
    http.get('*/customer/info', () => HttpResponse.json<CustomerView>({ ...testCustomer, ...customer })),
    http.get('*/notifications/settings', () => HttpResponse.json(settings)),
    http.put<never, PutNotificationSettingsData['body']>('*/notifications/settings', async ({ request }) => {
      const body = await request.json()
      saved.push(body)
      if (refused) return HttpResponse.json({ errors: [], message: 'Not now.' }, { status: 409 })
      settings = { ...settings, ...body }
      return HttpResponse.json(settings)
    }),
  )
  return saved
}

const mails = () => screen.findByRole('checkbox', { name: /^Mails about my orders/ })

test('PROF-06 mails about orders are switched off and on', async () => {
  const saved = has({}, { is_email_verified: 1 })
  const { user } = renderApp(<NotificationSettings />)
  expect(await mails()).toBeChecked()
  await user.click(await mails())
  expect(await mails()).not.toBeChecked()
  await user.click(await mails())
  await waitFor(() => expect(saved.map(({ order_mail }) => order_mail)).toEqual([false, true]))
  expect(await mails()).toBeChecked()
  expect(screen.queryByText(/Verify your email/)).toBeNull()
})

test('PROF-06 without alerts there are no mails about them', async () => {
  has({ alert_mail: true }, { is_email_verified: 1 })
  const { user } = renderApp(<NotificationSettings />)
  const alerts = await screen.findByRole('checkbox', { name: /^Alerts about my wishlist/ })
  const alertMails = screen.getByRole('checkbox', { name: /^Mails about my wishlist/ })
  expect(alertMails).toBeChecked()
  await user.click(alerts)
  expect(alertMails).toBeDisabled()
  expect(alertMails).not.toBeChecked()
  await user.click(alerts)
  await waitFor(() => expect(alertMails).toBeChecked())
})

test('PROF-06 a switch that could not be saved goes back, also without a connection', async () => {
  const saved = has({}, {}, true)
  const { user } = renderApp(<NotificationSettings />)
  await user.click(await mails())
  await waitFor(async () => expect(await mails()).toBeChecked())
  expect(screen.getByText(/Verify your email/)).toBeVisible()
  server.use(http.get('*/notifications/settings', () => HttpResponse.error()))
  await user.click(await mails())
  expect(await screen.findByText('This may be out of date.')).toBeVisible()
  expect(saved).toHaveLength(2)
  expect(await mails()).toBeChecked()
})

test('PROF-06 a shop without mail offers none', async () => {
  has({ can_mail: false })
  renderApp(<NotificationSettings />)
  expect(await screen.findByText(/always shown in the bell/)).toBeVisible()
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  expect(screen.queryByText(/Verify your email/)).toBeNull()
})
