import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { SettleReportInputBody } from '@/lib/api/types.gen'
import { admin, serveDesk, signedInDesk, testConversation, vendor } from '@/test/desk-world'
import { noChat } from '@/test/fixtures'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { Desk } from './desk'

signedInDesk()

const report = {
  state: 'watched',
  store_name: 'Corner',
  last_text: 'At ten',
  last_is_mine: true,
  reported: true,
  report_reason: 'They shout',
  reported_at: '2026-11-24T10:00:00Z',
} as const

/** The server's side of a report, until it is settled. */
function serveReport(reported = [testConversation(report)]) {
  const decided: SettleReportInputBody[] = []
  const stream = serveDesk(admin)
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 20, offset: 1 })),
    http.get('*/admin/conversations', () =>
      HttpResponse.json({ conversations: reported, limit: 20, offset: 1, total_size: reported.length }),
    ),
    http.get('*/admin/conversations/4/messages', () =>
      reported[0]
        ? HttpResponse.json({ conversation: reported[0], has_more: false, messages: [] })
        : HttpResponse.json(refusal('not_found', 'This conversation was not found.'), { status: 404 }),
    ),
    http.post<never, SettleReportInputBody>('*/admin/conversations/4/settle', async ({ request }) => {
      const body = await request.json()
      decided.push(body)
      if (body.reported_at !== reported[0]?.reported_at)
        return HttpResponse.json(refusal('conflict', 'This report has changed since.'), { status: 409 })
      const settled = testConversation({ ...report, reported: false, reported_at: undefined, report_reason: undefined })
      reported = body.closed ? [settled] : []
      return HttpResponse.json(settled)
    }),
  )
  return { stream, decided, again: () => (reported = [testConversation({ ...report, ...later })]) }
}

const later = { report_reason: 'They threaten us', reported_at: '2026-11-24T11:00:00Z' }

async function openReport() {
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: /Messages/ }))
  await user.click(await screen.findByRole('button', { name: /Asha R\./ }))
  expect(await screen.findByText('Reported: They shout')).toBeVisible()
  return user
}

test('CHAT-01 a report of a conversation that is not among the latest appears by itself', async () => {
  const { stream, again } = serveReport([])
  const says = (reported: number) => stream.says({ orders: [], total_size: 0, chat: { ...noChat, reported } })
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: /Messages/ }))
  expect(await screen.findByText('No messages')).toBeVisible()
  says(0)
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Messages 0' })).toBeVisible())
  again()
  says(1)
  expect(await screen.findByRole('button', { name: /Asha R\./ })).toBeVisible()
})

test('CHAT-01 the question whether to block somebody stays when a colleague blocks them', async () => {
  serveDesk(vendor)
  let state: 'open' | 'blocked' = 'open'
  const asked: unknown[] = []
  server.use(
    http.get('*/vendor/conversations', () =>
      HttpResponse.json({ conversations: [testConversation({ state })], limit: 20, offset: 1, total_size: 1 }),
    ),
    http.get('*/vendor/conversations/4/messages', () =>
      HttpResponse.json({ conversation: testConversation({ state }), has_more: false, messages: [] }),
    ),
    http.post('*/vendor/conversations/4/block', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(testConversation({ state }))
    }),
  )
  const { user, queryClient } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: /Messages/ }))
  await user.click(await screen.findByRole('button', { name: /Asha R\./ }))
  await user.click(await screen.findByRole('button', { name: 'Block' }))
  expect(await screen.findByText('Block Asha R.?')).toBeVisible()
  state = 'blocked'
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByRole('button', { name: 'Unblock' })).toHaveAttribute('aria-expanded', 'true')
  await user.click(screen.getByRole('button', { name: 'Block' }))
  await waitFor(() => expect(asked).toEqual([{ blocked: true }]))
})

test('CHAT-01 a conversation that an admin leaves open is left, because they no longer see it', async () => {
  const { decided } = serveReport()
  const user = await openReport()
  await user.click(screen.getByRole('button', { name: 'Leave it open' }))
  expect(await screen.findByText('Choose a conversation')).toBeVisible()
  expect(await screen.findByText('No messages')).toBeVisible()
  expect(screen.queryByText(/This may be out of date/)).toBeNull()
  expect(decided).toEqual([{ closed: false, reported_at: report.reported_at }])
})

test('CHAT-01 a conversation that an admin has closed says so, and can be opened again', async () => {
  const { decided } = serveReport()
  const user = await openReport()
  const row = () => screen.findByRole('button', { name: /Asha R\. and Corner/ })
  expect(await row(), 'who has written').toHaveTextContent('Corner: At ten')
  expect(within(await row()).getByText('Reported')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close for both' }))
  expect(await screen.findByText('Closed for both sides')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Close for both|Leave it open/ })).toBeNull()
  await waitFor(async () => expect(within(await row()).queryByText('Reported')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Open it again' }))
  expect(await screen.findByText('Choose a conversation')).toBeVisible()
  expect(decided.map(({ closed }) => closed)).toEqual([true, false])
})

test('CHAT-01 a report is settled once, whatever is pressed meanwhile', async () => {
  const { decided } = serveReport()
  const user = await openReport()
  const [respond, isPressed] = gate()
  server.use(
    http.post<never, SettleReportInputBody>('*/admin/conversations/4/settle', async ({ request }) => {
      decided.push(await request.json())
      await isPressed
      return HttpResponse.json(testConversation(report))
    }),
  )
  const close = screen.getByRole('button', { name: 'Close for both' })
  await user.click(close)
  await user.click(close)
  await user.click(screen.getByRole('button', { name: 'Leave it open' }))
  respond()
  await waitFor(() => expect(close).not.toHaveAttribute('aria-busy'))
  expect(decided.map(({ closed }) => closed)).toEqual([true])
})

test('CHAT-01 a report that an admin has not read is shown instead of settled', async () => {
  const { decided, again } = serveReport()
  const user = await openReport()
  again()
  await user.click(screen.getByRole('button', { name: 'Leave it open' }))
  expect(await screen.findByText('This report has changed since.')).toBeVisible()
  expect(await screen.findByText('Reported: They threaten us')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close for both' }))
  await waitFor(() => expect(decided.at(-1)).toEqual({ closed: true, reported_at: later.reported_at }))
})
