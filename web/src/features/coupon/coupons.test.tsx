import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { CouponView, ListCouponsOutputBody, QuotedCouponView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { chooseModule } from '@/lib/scope/scope'
import { rentalModule } from '@/test/rental-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { CouponField } from './coupon-field'
import { Worth } from './coupon-words'
import { Coupons } from './coupons'

const coupon: CouponView = {
  code: 'TOWN10',
  title: '10% off in the middle of town',
  coupon_type: 'zone_wise',
  discount: 10,
  discount_type: 'percent',
  min_purchase: 15,
  max_discount: 6,
  zoneId: [1],
  data: [],
  stores: [],
  first_order: false,
  limit: 0,
  ends_at: '2126-11-24T19:00:00Z',
  usable: true,
}

const expired: CouponView = {
  ...coupon,
  code: 'OLD',
  title: 'Long weekend',
  usable: false,
  reason_code: 'expired',
  reason: 'This coupon expired on 18 November 2026.',
}

/** Mocks the coupons, and records the store_id of each request. */
function mockCoupons(coupons: () => CouponView[]) {
  const stores: (string | null)[] = []
  server.use(
    http.get('*/coupons', ({ request }) => {
      stores.push(new URL(request.url).searchParams.get('store_id'))
      const body = {
        coupons: coupons(),
        time_zone: 'Indian/Maldives',
        total_size: coupons().length,
        limit: 20,
        offset: 1,
      }
      return HttpResponse.json<ListCouponsOutputBody>(body)
    }),
  )
  return stores
}

beforeEach(() => write({ guest_id: 'guest-secret-0123456789' }))
afterEach(() => vi.useRealTimers())

const card = async (title: string) => within((await screen.findByText(title)).closest('li')!)

describe('WAL-05 the page of coupons', () => {
  test('shows the discount, the conditions and the last day of each coupon', async () => {
    mockCoupons(() => [
      coupon,
      { ...coupon, code: 'FREERIDE', title: 'Ride', coupon_type: 'free_delivery', min_purchase: 0, first_order: true },
      {
        ...coupon,
        code: 'THREE',
        title: 'Three',
        discount: 3,
        discount_type: 'amount',
        limit: 2,
        stores: [{ id: 3, slug: 'smash', name: 'Smash & Sons' }],
      },
    ])
    renderApp(<Coupons />)
    const town = await card(coupon.title)
    expect(town.getByText('10%').closest('p')).toHaveTextContent('10% off, up to $6.00')
    expect(town.getByText(/On orders of/)).toHaveTextContent('On orders of $15.00 or more')
    expect(town.getByText('Until Nov 24, 2126')).toBeVisible() // it ends at the end of 24 November in the zone
    const ride = await card('Ride')
    expect(ride.getByText('Free delivery')).toBeVisible()
    expect(ride.getByText('Your first order only')).toBeVisible()
    expect(ride.queryByText(/On orders of/)).toBeNull()
    const three = await card('Three')
    expect(three.getByText(/\$3\.00/).closest('p')).toHaveTextContent('$3.00 off')
    expect(three.getByText('2 times for you')).toBeVisible()
    expect(three.getByText(/Only at/)).toHaveTextContent('Only at Smash & Sons')
  })

  test('I18N-01 a percentage is written as in the language of the page', () => {
    const messages = { 'coupon.percent': '{percent} Rabatt' }
    renderApp(<Worth coupon={{ ...coupon, discount: 12.5, max_discount: 0 }} />, { language: 'de', messages })
    expect(screen.getByText(/^12/)).toHaveTextContent('12,5 %')
  })

  test('a tap copies the code', async () => {
    mockCoupons(() => [coupon])
    const { user } = renderApp(
      <>
        <Coupons />
        <Toasts />
      </>,
    )
    await user.click(await screen.findByRole('button', { name: 'Copy the code TOWN10' }))
    expect(await navigator.clipboard.readText()).toBe('TOWN10')
    expect(await screen.findByText('Code TOWN10 copied.')).toBeVisible()
  })

  test('shows the code if the browser cannot copy it', async () => {
    mockCoupons(() => [coupon])
    const { user } = renderApp(<Coupons />)
    const button = await screen.findByRole('button', { name: 'Copy the code TOWN10' })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await user.click(button)
    expect(await screen.findByText(/The code is TOWN10/)).toBeVisible()
  })

  test('shows why a coupon is not usable, without its code', async () => {
    mockCoupons(() => [coupon, expired])
    renderApp(<Coupons />)
    const old = await card('Long weekend')
    expect(old.getByText(expired.reason!)).toBeVisible()
    expect(old.queryByRole('button')).toBeNull()
  })

  test('TRAP_D12 a coupon that ends is updated without a reload', async () => {
    const endsAt = Date.now() + 700
    mockCoupons(() => [
      Date.now() < endsAt
        ? { ...coupon, ends_at: new Date(endsAt).toISOString() }
        : { ...expired, title: coupon.title },
    ])
    renderApp(<Coupons />)
    expect(await screen.findByRole('button', { name: 'Copy the code TOWN10' })).toBeVisible()
    expect(await screen.findByText(expired.reason!, {}, { timeout: 5000 })).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('shows a message if there are no coupons, and an error if they cannot be loaded', async () => {
    mockCoupons(() => [])
    const { unmount } = renderApp(<Coupons />)
    expect(await screen.findByText('No coupons here right now')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Browse shops' })).toBeVisible()
    act(() => chooseModule(rentalModule))
    expect(await screen.findByRole('link', { name: 'Find a vehicle' })).toHaveAttribute('href', '/home')
    unmount()
    server.use(http.get('*/coupons', () => HttpResponse.error()))
    renderApp(<Coupons />)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  })
})

const quoted: QuotedCouponView = { code: 'TOWN10', title: coupon.title, applied: true, amount: 2.4 }

function openField(tried: QuotedCouponView | Error, kept?: QuotedCouponView) {
  const onCode = vi.fn<(code: string) => void>()
  const tryCode = vi.fn(() => (tried instanceof Error ? Promise.reject(tried) : Promise.resolve(tried)))
  const app = renderApp(<CouponField at={{ storeId: 3 }} coupon={kept} tryCode={tryCode} onCode={onCode} />)
  return { ...app, onCode, tryCode }
}

describe('PRC-03 the coupon of an order', () => {
  test('a typed code is applied in the server’s format', async () => {
    mockCoupons(() => [])
    const { user, onCode, tryCode } = openField(quoted)
    await user.type(screen.getByLabelText('Coupon code'), ' town 10{Enter}')
    await waitFor(() => expect(onCode).toHaveBeenCalledWith('TOWN10'))
    expect(tryCode.mock.calls).toEqual([['TOWN10', expect.anything()]])
  })

  test('an unknown code shows an error at the field, and is not stored', async () => {
    mockCoupons(() => [])
    const reason = 'This code is unknown. Please check how it is spelled.'
    const { user, onCode } = openField({
      code: 'X',
      title: '',
      applied: false,
      amount: 0,
      reason_code: 'unknown_code',
      reason,
    })
    await user.type(screen.getByLabelText('Coupon code'), 'x')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText(reason)).toBeVisible()
    expect(screen.getByLabelText('Coupon code')).toBeInvalid()
    expect(onCode).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText('Coupon code'), 'y')
    expect(screen.queryByText(reason)).toBeNull()
  })

  test('without a connection the code stays in the field', async () => {
    mockCoupons(() => [])
    const { user, onCode } = openField(new TypeError('no connection'))
    await user.type(screen.getByLabelText('Coupon code'), 'town10{Enter}')
    expect(await screen.findByLabelText('Coupon code')).toBeInvalid()
    expect(screen.getByLabelText('Coupon code')).toHaveValue('town10')
    expect(onCode).not.toHaveBeenCalled()
  })

  test('TRAP_M4 a coupon that does not apply stays with its reason, until it is removed', async () => {
    const reason = 'To apply this coupon,the minimum purchase amount is $15.00'
    const { user, onCode } = openField(quoted, {
      ...quoted,
      applied: false,
      amount: 0,
      reason_code: 'min_purchase',
      reason,
    })
    expect(screen.getByRole('status')).toHaveTextContent(reason)
    await user.click(screen.getByRole('button', { name: 'Remove the coupon TOWN10' }))
    expect(onCode).toHaveBeenCalledWith('')
  })

  test('an applied coupon shows the amount that it saves', () => {
    openField(quoted, quoted)
    expect(screen.getByRole('status')).toHaveTextContent('TOWN10 is applied: you save $2.40')
  })

  test('a coupon for a delivery whose fee is not known yet makes it free', () => {
    openField(quoted, { ...quoted, amount: 0 })
    expect(screen.getByRole('status')).toHaveTextContent('TOWN10 is applied: the delivery is free')
  })

  test('coupons that are usable at the store can be applied with a tap', async () => {
    const stores = mockCoupons(() => [coupon, expired])
    const { user, onCode } = openField(quoted)
    await user.click(await screen.findByRole('button', { name: 'Apply TOWN10' }))
    await waitFor(() => expect(onCode).toHaveBeenCalledWith('TOWN10'))
    expect(screen.queryByText('Long weekend')).toBeNull()
    expect(stores).toEqual(['3'])
  })
})
