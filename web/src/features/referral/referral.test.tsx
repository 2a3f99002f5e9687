import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { ReferralOutputBody } from '@/lib/api/types.gen'
import { startSession } from '@/lib/account/session'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Referral } from './referral'

const referral: ReferralOutputBody = {
  ref_code: 'MANGO23456',
  link: '/auth?mode=sign-up&ref_code=MANGO23456',
  referrer_reward: 5,
  friend_reward: 3,
  least_order: 10,
  joined: 4,
  rewarded: 2,
  earned: 10,
}

function show() {
  server.use(http.get('*/referral', () => HttpResponse.json<ReferralOutputBody>(referral)))
  return renderApp(
    <>
      <Referral />
      <Toasts />
    </>,
  )
}

beforeEach(() => startSession('bearer-token-0123456789', 1))
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'share')
})

const link = () => new URL(referral.link, window.location.origin).href

describe('WAL-04 the page of the referral code', () => {
  test('shows the code, the rewards, the steps and the friends', async () => {
    show()
    expect(await screen.findByText('MANGO23456')).toBeVisible()
    expect(screen.getByText(/Bring a friend/)).toHaveTextContent(
      'Bring a friend: you get $5.00, your friend gets $3.00.',
    )
    const steps = within(screen.getByRole('list')).getAllByRole('listitem')
    expect(steps).toHaveLength(3)
    expect(steps[2]).toHaveTextContent('When their first order of $10.00 or more is delivered')
    expect(screen.getByText('Signed up').closest('div')).toHaveTextContent('4')
    expect(screen.getByText('Rewarded').closest('div')).toHaveTextContent('2')
    expect(screen.getByText('You got').closest('div')).toHaveTextContent('$10.00')
  })

  test('a failed refetch keeps the code, with a note', async () => {
    const { queryClient } = show()
    await screen.findByText('MANGO23456')
    server.use(http.get('*/referral', () => HttpResponse.error()))
    await queryClient.refetchQueries()
    expect(await screen.findByText('This may be out of date.')).toBeVisible()
    expect(screen.getByText('MANGO23456')).toBeVisible()
  })

  test('copies the code', async () => {
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Copy the code MANGO23456' }))
    expect(await screen.findByText('Code MANGO23456 copied.')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('MANGO23456')
  })

  test('shares the link by the apps of the device', async () => {
    const share = vi.fn(() => Promise.resolve())
    const { user } = show()
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: link() }))
  })

  test('copies the link where there is no sharing', async () => {
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    expect(await screen.findByText('The link to sign up is copied.')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(link())
  })

  test('shows the link where there is no clipboard', async () => {
    const { user } = show()
    await screen.findByText('MANGO23456')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(screen.getByRole('button', { name: 'Share' }))
    expect(await screen.findByRole('status')).toHaveTextContent(link())
  })
})
