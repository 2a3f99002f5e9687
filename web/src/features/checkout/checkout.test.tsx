import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { QuoteView } from '@/lib/api/types.gen'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { testShop, testStore } from '@/test/fixtures'
import { server } from '@/test/server'
import type { CouponSlot } from './checkout'
import { refusal, testLine, testQuote, testRows } from '@/test/trade-fixtures'
import {
  beginAsGuest,
  guest,
  knowAsha,
  open,
  order,
  placeButton,
  point,
  section,
  shopQuotes,
  shopTakes,
} from '@/test/checkout'

// jsdom cannot render a map.
vi.mock('@/components/map/town-map', () => ({ default: () => null, fetchWorker: () => Promise.resolve() }))

beforeEach(beginAsGuest)

describe('CHK-01 the summary', () => {
  test('PRC-06 TRAP_M8 every row of the server is shown, and the button shows the total', async () => {
    shopQuotes()
    open()
    const summary = await section('Your order')
    const rows = within(summary)
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    expect(rows).toEqual(['Subtotal: $24.00', 'Discount: -$4.80', 'Delivery: $1.99', 'Tax: $1.54', 'Total: $22.73'])
    expect(within(summary).getByRole('listitem')).toHaveTextContent(
      '2 ×Double smash burgerDouble, 1 × Fried eggYou save $4.80$24.00',
    )
    expect(summary).toHaveTextContent('from Smash & Sons · 20–30 min')
    expect(await placeButton()).toBeEnabled()
  })

  test('PRC-04 PRC-08 free delivery is shown as Free, and an additional charge with its label', async () => {
    const rows = [
      ...testRows({ subtotal: 24, delivery_charge: 0 }),
      { code: 'additional_charge', label: 'Island fee', amount: 0.5 },
      ...testRows({ tax_included: 2, total: 24.5 }),
    ]
    shopQuotes(() => ({ ...testQuote, rows }))
    open()
    const summary = await section('Your order')
    expect(within(summary).getByText('Delivery').nextSibling).toHaveTextContent('Free')
    expect(within(summary).getByText('Island fee').nextSibling).toHaveTextContent('$0.50')
    expect(within(summary).getByText('Includes tax').nextSibling).toHaveTextContent('$2.00')
  })

  test('PRC-04 a delivery whose fee is not known yet is no row, and the summary says that it is to come', async () => {
    const rows = testRows({ subtotal: 24, total: 24 })
    shopQuotes(() => ({ ...testQuote, rows, delivery_charge: 0, delivery_unknown: true }))
    open()
    const summary = await section('Your order')
    expect(within(summary).getByText('Plus delivery. What it costs depends on your address.')).toBeVisible()
    expect(within(summary).queryByText('Free')).toBeNull()
  })

  test('TRAP_C5 the quote is requested with the pin, but without name and phone', async () => {
    knowAsha()
    const asked = shopQuotes()
    open()
    await placeButton()
    expect(asked).toEqual([
      {
        source: 'cart',
        order_type: 'delivery',
        payment_method: 'cash_on_delivery',
        guest_id: guest,
        address: {
          address: '12 Saffron Circus',
          latitude: point.lat,
          longitude: point.lng,
          contact_person_name: '',
          contact_person_number: '',
        },
      },
    ])
  })

  test('TRAP_M6 take-away has no address, no tip and no note for the rider', async () => {
    const asked = shopQuotes()
    const { user } = open({ shop: { ...testShop, dm_tips_status: 1 } })
    const tip = await screen.findByLabelText('Tip for the rider ($)')
    await user.type(tip, '2,50')
    await user.tab()
    await waitFor(() => expect(asked.at(-1)?.tip).toBe(2.5))
    await user.click(screen.getByRole('radio', { name: /^Take away/ }))
    await waitFor(() => expect(asked.at(-1)?.order_type).toBe('take_away'))
    expect(asked.at(-1)).not.toHaveProperty('tip')
    expect(asked.at(-1)).not.toHaveProperty('address')
    expect(screen.queryByLabelText('Tip for the rider ($)')).toBeNull()
    expect(screen.queryByLabelText('How the rider finds you')).toBeNull()
    expect(screen.queryByText('Delivery Addresses')).toBeNull()
    expect(screen.queryByText('12 Saffron Circus')).toBeNull()
  })

  test('PRC-08 a tip with too many decimals shows an error at its field, and the summary stays', async () => {
    knowAsha()
    const asked = shopQuotes()
    const placed = shopTakes(order)
    const { user } = open({ shop: { ...testShop, dm_tips_status: 1 } })
    const tip = await screen.findByLabelText('Tip for the rider ($)')
    await user.type(tip, '1.999')
    await user.tab()
    expect(tip).toHaveAccessibleDescription('An amount has at most 2 decimals.')
    expect(tip).toHaveValue('1.999')
    expect(await section('Your order')).toBeVisible()
    expect(await section('When')).toBeVisible()
    await user.click(await placeButton())
    expect(tip).toHaveFocus()
    expect(placed).toEqual([])
    await user.clear(tip)
    await user.type(tip, '1,000')
    await user.tab()
    await waitFor(() => expect(asked.at(-1)?.tip).toBe(1000))
    expect(tip).not.toHaveAccessibleDescription()
  })

  test('a tip of a damaged draft is rounded to the decimals of the currency', async () => {
    writeTabValue('checkout', { about: 'cart:3', tip: 1.999 })
    const asked = shopQuotes()
    open({ shop: { ...testShop, dm_tips_status: 1 } })
    await placeButton()
    expect(asked.at(-1)?.tip).toBe(2)
  })

  test('a refused value shows an error at its field, and the last quote stays', async () => {
    shopQuotes()
    const { user } = open({ shop: { ...testShop, dm_tips_status: 1 } })
    await placeButton()
    server.use(
      http.post('*/checkout/quote', () =>
        HttpResponse.json(refusal('invalid', 'No tips on Sundays.', { field: 'tip' }), { status: 422 }),
      ),
    )
    const tip = screen.getByLabelText('Tip for the rider ($)')
    await user.type(tip, '2')
    await user.tab()
    await waitFor(() => expect(tip).toHaveAccessibleDescription('No tips on Sundays.'))
    expect(await section('Your order')).toBeVisible()
    expect(await section('When')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Please look at what is marked first.' }))
    expect(tip).toHaveFocus()
    shopQuotes()
    await user.clear(tip)
    await user.tab()
    await placeButton()
    expect(tip).not.toHaveAccessibleDescription()
  })

  test('if a changed order cannot be quoted, the last quote stays and the user can try again', async () => {
    shopQuotes()
    const { user } = open()
    await placeButton()
    server.use(http.post('*/checkout/quote', () => HttpResponse.error()))
    await user.click(screen.getByRole('radio', { name: /Take away/ }))
    const alert = await screen.findByText('No connection. Please check your internet and try again.')
    expect(await section('Your order')).toBeVisible()
    expect(await placeButton()).toBeDisabled()
    shopQuotes()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(alert).not.toBeInTheDocument())
    expect(await placeButton()).toBeEnabled()
  })

  test('PRC-08 tip and extra packaging are hidden if the shop has disabled them', async () => {
    shopQuotes()
    open()
    await placeButton()
    expect(screen.queryByLabelText(/^Tip/)).toBeNull()
    expect(screen.queryByLabelText('Extra packaging')).toBeNull()
  })

  test('PRC-08 extra packaging is quoted when it is checked', async () => {
    const asked = shopQuotes()
    const { user } = open({ shop: { ...testShop, extra_packaging_status: 1 } })
    await user.click(await screen.findByLabelText('Extra packaging'))
    await waitFor(() => expect(asked.at(-1)?.extra_packaging).toBe(true))
  })

  test('a quote that failed to load can be requested again', async () => {
    server.use(http.post('*/checkout/quote', () => HttpResponse.error()))
    const { user } = open()
    await screen.findByText('No connection. Please check your internet and try again.')
    shopQuotes()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await placeButton()).toBeEnabled()
  })
})

describe('D27 the time', () => {
  test('a slot is chosen by day and time, and sent with the server’s value', async () => {
    const asked = shopQuotes()
    const { user } = open()
    await user.click(await screen.findByRole('radio', { name: /^Schedule/ }))
    await waitFor(() => expect(asked.at(-1)?.schedule_at).toBe('2026-11-21T05:00:00Z'))
    await user.selectOptions(screen.getByLabelText('Day'), 'Sunday, November 22')
    await user.selectOptions(screen.getByLabelText('Time'), '2026-11-22T05:30:00Z')
    await waitFor(() => expect(asked.at(-1)?.schedule_at).toBe('2026-11-22T05:30:00Z'))
    const chosen = 'Sunday, November 22, 10:30 – 11:00'
    expect(screen.getByRole('radio', { name: `Schedule${chosen}` })).toBeChecked()
    expect(await section('Your order')).toHaveTextContent(`from Smash & Sons · ${chosen}`)
    await user.click(screen.getByRole('radio', { name: /^As soon as possible/ }))
    expect(screen.queryByLabelText('Day')).toBeNull()
  })

  test('TRAP_H4 if now is no longer possible, only Schedule is enabled', async () => {
    const message = 'Smash & Sons is closed now.'
    shopQuotes(() => ({
      ...testQuote,
      now_allowed: false,
      problems: [{ code: 'store_closed', message, field: 'schedule_at' }],
    }))
    open()
    expect(await within(await section('When')).findByText(message)).toBeVisible()
    expect(screen.getByRole('radio', { name: /^As soon as possible/ })).toBeDisabled()
    expect(screen.getByRole('radio', { name: /^Schedule/ })).toBeEnabled()
    expect(await placeButton()).toBeDisabled()
  })

  test('TRAP_H5 if now becomes impossible during the checkout, a dialog offers the next slot', async () => {
    knowAsha()
    const closed: QuoteView = {
      ...testQuote,
      now_allowed: false,
      problems: [
        { code: 'now_too_late', message: 'Smash & Sons takes no more orders before it closes.', field: 'schedule_at' },
      ],
    }
    const asked = shopQuotes((body) => (body.schedule_at ? { ...closed, problems: [] } : testQuote))
    shopTakes(refusal('invalid', closed.problems[0]?.message ?? '', { field: 'schedule_at', detail: closed }))
    const { user, onPlaced } = open()
    await user.click(await placeButton())
    const dialog = await screen.findByRole('dialog', { name: 'It is too late for now' })
    expect(dialog).toHaveTextContent('Smash & Sons takes no more orders before it closes.')
    expect(dialog).toHaveTextContent('The next time is Saturday, November 21, 10:00 – 10:30.')
    await user.click(within(dialog).getByRole('button', { name: 'Schedule it' }))
    await waitFor(() => expect(asked.at(-1)?.schedule_at).toBe('2026-11-21T05:00:00Z'))
    expect(onPlaced).not.toHaveBeenCalled()
  })
})

test('CHK-03 an offline method is quoted and placed by its id, and survives a reload', async () => {
  const asked = shopQuotes(() => ({
    ...testQuote,
    payment_methods: ['cash_on_delivery', 'offline_payment'],
    offline_methods: [{ id: 'bank', name: 'Bank transfer' }],
  }))
  const { user, unmount } = open()
  const payment = within(await section('Payment'))
  await user.click(await payment.findByRole('radio', { name: /Bank transfer/ }))
  expect(payment.getByText(/you see where to pay/)).toBeVisible()
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ payment_method: 'offline_payment', payment_gateway: 'bank' }),
  )
  unmount()
  open()
  expect(await within(await section('Payment')).findByRole('radio', { name: /Bank transfer/ })).toBeChecked()
})

describe('CHK-05 problems', () => {
  test('CHK-03 each problem is shown beside the part that causes it, the limit of cash beside the payment', async () => {
    shopQuotes(() => ({
      ...testQuote,
      lines: [testLine, { ...testLine, id: 2, summary: '' }],
      problems: [
        { code: 'out_of_zone', message: 'Smash & Sons does not deliver to this address.', field: 'address' },
        {
          code: 'cod_limit',
          message: 'The total amount of the order, exceeds maximum amount of the cash on delivery method',
          field: 'payment_method',
        },
        { code: 'out_of_stock', message: 'Out of Stock', field: 'quantity', line_id: 2 },
        { code: 'below_minimum', message: 'The minimum order of Smash & Sons is not reached.' },
      ],
      warnings: [{ code: 'price_changed', message: 'The price has gone up since you added this.', line_id: 1 }],
    }))
    const { user } = open()
    const where = await section('Delivery Addresses')
    expect(await within(where).findByRole('alert')).toHaveTextContent('does not deliver to this address')
    const payment = within(await section('Payment')).getByRole('alert')
    expect(payment.textContent).toBe(
      'The total amount of the order, exceeds maximum amount of the cash on delivery method',
    )
    const summary = await section('Your order')
    const [first, second] = within(summary)
      .getAllByRole('listitem')
      .filter((item) => item.textContent?.includes('burger'))
    expect(first).toHaveTextContent('The price has gone up since you added this.')
    expect(within(second ?? summary).getByRole('alert')).toHaveTextContent('Out of Stock')
    expect(summary).toHaveTextContent('The minimum order of Smash & Sons is not reached.')
    expect(await placeButton()).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Please look at what is marked first.' }))
    expect(within(where).getByRole('alert')).toHaveFocus()
  })

  test('CHK-05 a line above the stock shows how many are left, and can be removed', async () => {
    const short = { ...testLine, item: { ...testLine.item, stock: 1 } }
    const problems = [{ code: 'out_of_limits', message: 'Out of Limits', field: 'quantity', line_id: 1 }]
    shopQuotes(() => ({ ...testQuote, lines: [short], problems }))
    const { user, cartActions } = open()
    const summary = within(await section('Your order'))
    expect(summary.getByRole('alert')).toHaveTextContent('Only 1 is left.')
    expect(summary.queryByText('Out of Limits')).toBeNull()
    await user.click(summary.getByRole('button', { name: 'Remove Double smash burger' }))
    expect(cartActions.setQuantity).toHaveBeenCalledWith(short, 0)
  })

  test('CHK-05 below the minimum order there is a link to the store', async () => {
    const problems = [{ code: 'below_minimum', message: 'The minimum order of Smash & Sons is $30.00.' }]
    shopQuotes(() => ({ ...testQuote, problems }))
    open()
    const way = await screen.findByRole('link', { name: 'Add more from Smash & Sons' })
    expect(way).toHaveAttribute('href', expect.stringContaining('/store/smash-and-sons'))
  })

  test('an item to buy now shows its problem on its line', async () => {
    shopQuotes(() => ({
      ...testQuote,
      lines: [{ ...testLine, id: 0 }],
      problems: [{ code: 'out_of_stock', message: 'Out of Stock', field: 'quantity' }],
    }))
    open({ from: { source: 'buy_now', line: { item_id: 7, quantity: 1 } } })
    expect(within(await section('Your order')).getByRole('alert')).toHaveTextContent('Out of Stock')
  })

  test('delivery is disabled for a store that does not deliver', async () => {
    shopQuotes(() => ({ ...testQuote, store: { ...testStore, delivery: false } }))
    open()
    await placeButton()
    expect(screen.getByRole('radio', { name: /^Delivery/ })).toBeDisabled()
  })

  test('the server’s error is shown at its field', async () => {
    knowAsha()
    shopQuotes()
    const message = 'Please enter a valid phone number.'
    shopTakes(refusal('invalid', message, { field: 'address.contact_person_number' }))
    const { user } = open()
    await user.click(await placeButton())
    expect(await screen.findByLabelText('Phone')).toHaveAccessibleDescription(message)
  })
})

describe('PRC-03 the coupon', () => {
  test('TRAP_M4 its code is sent with quote and order, survives a reload, and can be removed', async () => {
    knowAsha()
    const asked = shopQuotes(({ coupon_code }) => ({
      ...testQuote,
      coupon: coupon_code ? { code: coupon_code, title: 'Town', applied: true, amount: 2 } : undefined,
    }))
    const placed = shopTakes(order)
    const coupons: CouponSlot = ({ at, coupon, tryCode, onCode }) => (
      <>
        <p>{coupon ? `${coupon.code} is applied` : `none for store ${at.storeId}`}</p>
        <button onClick={() => void tryCode('TOWN10').then((found) => onCode(found?.code ?? ''))}>try</button>
        <button onClick={() => onCode('')}>remove</button>
      </>
    )
    const { user, unmount } = open({ coupons })
    expect(await screen.findByText('none for store 3')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'try' }))
    expect(await screen.findByText('TOWN10 is applied')).toBeVisible()
    // The quote of the tried code is shown without another request.
    expect(asked.map(({ coupon_code }) => coupon_code)).toEqual([undefined, 'TOWN10'])
    unmount()
    const again = open({ coupons })
    expect(await screen.findByText('TOWN10 is applied')).toBeVisible()
    await again.user.click(screen.getByRole('button', { name: 'remove' }))
    expect(await screen.findByText('none for store 3')).toBeVisible()
    await again.user.click(screen.getByRole('button', { name: 'try' }))
    expect(await screen.findByText('TOWN10 is applied')).toBeVisible()
    await again.user.click(await placeButton())
    await waitFor(() => expect(placed[0]?.coupon_code).toBe('TOWN10'))
  })
})
