import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/toasts'
import type { CheckoutBody, CustomerView, ErrorBody, PlaceOutputBody, QuoteView } from '@/lib/api/types.gen'
import { contactAtAddress } from '@/lib/contact'
import type { MapDialog } from '@/lib/map-dialog'
import { chooseModule, choosePlace } from '@/lib/scope'
import { write } from '@/lib/storage'
import { writeVisit } from '@/lib/visit'
import { testCustomer, testHome, testToken } from '@/test/account-fixtures'
import { testBasket } from '@/test/basket'
import { testShop, testStore } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal, testLine, testOrder, testQuote, testRows } from '@/test/trade-fixtures'
import { Checkout, type AddressSlot } from './checkout'
import type { CheckoutInput, Source } from './use-checkout'

// jsdom cannot draw a map.
vi.mock('@/components/map/town-map', () => ({ default: () => null, fetchWorker: () => Promise.resolve() }))

const guest = 'guest-secret-0123456789'
const point = { lat: -11.41, lng: 65.2 }
const token = 'tracking-token-0123456789'
const asha = {
  contact_person_name: 'Asha Rao',
  contact_person_number: '+12025550123',
  contact_person_email: '',
  address_type: 'home',
  address: '12 Saffron Circus',
  house: '4',
  floor: '',
  road: '',
}

/** Answers quotes by what is asked; keeps what was asked, the newest last. */
function shopQuotes(quoteOf: (asked: CheckoutBody) => QuoteView = () => testQuote) {
  const asked: CheckoutBody[] = []
  server.use(
    http.post<never, CheckoutBody, QuoteView>('*/checkout/quote', async ({ request }) => {
      const body = await request.json()
      asked.push(body)
      return HttpResponse.json(quoteOf(body))
    }),
  )
  return asked
}

type Placed = CheckoutBody & { key: string | null }

/** Answers orders in turn, the last one again and again; null is no answer. */
function shopTakes(...answers: (PlaceOutputBody | ErrorBody | null)[]) {
  const placed: Placed[] = []
  server.use(
    http.post<never, CheckoutBody, PlaceOutputBody | ErrorBody>('*/orders', async ({ request }) => {
      placed.push({ ...(await request.json()), key: request.headers.get('Idempotency-Key') })
      const answer = answers[Math.min(placed.length, answers.length) - 1]
      if (!answer) return HttpResponse.error()
      return HttpResponse.json(answer, { status: 'order' in answer ? 200 : 409 })
    }),
  )
  return placed
}

const order: PlaceOutputBody = { order: testOrder, tracking_token: token }

type Options = {
  shop?: typeof testShop
  from?: Source
  isEmpty?: boolean
  customer?: CustomerView
  addresses?: AddressSlot
  mapDialog?: MapDialog
  signIn?: boolean
}

function open({
  shop,
  from = { source: 'cart' },
  isEmpty = false,
  customer,
  addresses,
  mapDialog,
  signIn,
}: Options = {}) {
  const led = {
    onPlaced: vi.fn<CheckoutInput['onPlaced']>(),
    onBrowse: vi.fn<() => void>(),
    onSignIn: vi.fn<() => void>(),
  }
  const { basket, within: inBasket } = testBasket()
  const view = renderApp(
    inBasket(
      <>
        <Checkout
          from={from}
          about="cart:3"
          lines=""
          isEmpty={isEmpty}
          isPending={false}
          signedIn={customer !== undefined}
          customer={customer}
          addresses={addresses}
          mapDialog={mapDialog ?? (() => null)}
          {...led}
          onSignIn={signIn ? led.onSignIn : undefined}
        />
        <Toasts />
      </>,
    ),
    { shop },
  )
  return { ...view, ...led, basket }
}

const knowAsha = () => write({ contact: JSON.stringify({ ...asha, point, for: '12 Saffron Circus' }) })
const placeButton = (amount = '22.73') =>
  screen.findByRole('button', { name: (name) => name.replace(/\s/g, '') === `Placeorder$${amount}` })
const section = (name: string) => screen.findByRole('region', { name })

beforeEach(() => {
  write({ guest_id: guest })
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  choosePlace({ location: '12 Saffron Circus', point, zoneIds: [1] })
})

describe('CHK-01 what will be paid', () => {
  test('PRC-06 TRAP_M8 every row of the server is shown, and the button names the total', async () => {
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

  test('PRC-04 PRC-08 a free delivery says so, and the operator’s own charge keeps its name', async () => {
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

  test('TRAP_C5 the quote is asked for the pin, and knows nobody’s name', async () => {
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

  test('TRAP_M6 take-away has no address, no rider’s tip and no way to be found', async () => {
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

  test('PRC-08 a tip with too many decimals is said under its field, and takes nothing away', async () => {
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

  test('a tip of a damaged draft asks for no more than the currency has', async () => {
    writeVisit('checkout', { about: 'cart:3', tip: 1.999 })
    const asked = shopQuotes()
    open({ shop: { ...testShop, dm_tips_status: 1 } })
    await placeButton()
    expect(asked.at(-1)?.tip).toBe(2)
  })

  test('what the server refuses of a choice is said at its field, over the quote that there was', async () => {
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

  test('a changed choice that got no answer keeps the last sum, and asks again', async () => {
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

  test('PRC-08 what the shop switched off is not offered', async () => {
    shopQuotes()
    open()
    await placeButton()
    expect(screen.queryByLabelText(/^Tip/)).toBeNull()
    expect(screen.queryByLabelText('Extra packaging')).toBeNull()
  })

  test('PRC-08 extra packaging is quoted when it is ticked', async () => {
    const asked = shopQuotes()
    const { user } = open({ shop: { ...testShop, extra_packaging_status: 1 } })
    await user.click(await screen.findByLabelText('Extra packaging'))
    await waitFor(() => expect(asked.at(-1)?.extra_packaging).toBe(true))
  })

  test('a quote that did not come can be asked for again', async () => {
    server.use(http.post('*/checkout/quote', () => HttpResponse.error()))
    const { user } = open()
    await screen.findByText('No connection. Please check your internet and try again.')
    shopQuotes()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await placeButton()).toBeEnabled()
  })
})

describe('D27 when', () => {
  test('a slot is chosen by day and time, and sent as the server named it', async () => {
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

  test('TRAP_H4 after the last slot of now there is only later', async () => {
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

  test('TRAP_H5 a checkout that slips past closing asks, and offers the next time', async () => {
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

describe('CHK-02 who and where to', () => {
  test('a guest who said nothing yet is asked', async () => {
    shopQuotes()
    open()
    expect(await screen.findByText('No Contact Info Added')).toBeVisible()
    expect(screen.getByText('Please enter your contact info')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Please add your delivery address' })).toBeVisible()
  })

  test('a guest says who they are in the page itself, which the browser fills in, and a reload keeps it', async () => {
    shopQuotes()
    const placed = shopTakes(order)
    const { user, unmount } = open()
    const name = await screen.findByLabelText('Contact name')
    const phone = screen.getByLabelText('Phone')
    expect(name).toHaveAttribute('autocomplete', 'name')
    expect(phone).toHaveAttribute('autocomplete', 'tel')
    await user.click(await placeButton())
    await waitFor(() => expect(name).toHaveFocus())
    expect(name).toHaveAccessibleDescription('Name is required')
    expect(phone).toHaveAccessibleDescription('Phone Number is required')
    await user.type(name, 'Asha Rao')
    expect(name).not.toHaveAccessibleDescription()
    await user.keyboard('{Enter}')
    expect(phone).toHaveFocus()
    await user.keyboard('555')
    await user.click(await placeButton())
    await waitFor(() => expect(phone).toHaveFocus())
    expect(phone).toHaveAccessibleDescription('Please enter a valid phone number.')
    await user.clear(phone)
    await user.type(phone, '202 555 0123')
    await user.tab()
    expect(localStorage.getItem('contact')).toBeNull()
    unmount()

    const { onPlaced, user: again } = open()
    await again.click(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalled())
    expect(screen.queryByRole('dialog')).toBeNull()
    const who = { contact_person_name: 'Asha Rao', contact_person_number: '+12025550123' }
    expect(placed).toMatchObject([{ address: { ...who, address: '12 Saffron Circus', latitude: point.lat } }])
    expect(JSON.parse(localStorage.getItem('contact') ?? '')).toMatchObject(who)
  })

  test('a phone that the server refuses is said at its field', async () => {
    knowAsha()
    shopQuotes()
    shopTakes(refusal('invalid', 'We cannot call that number.', { field: 'address.contact_person_number' }))
    const { user } = open()
    await user.click(await placeButton())
    const phone = screen.getByLabelText('Phone')
    await waitFor(() => expect(phone).toHaveAccessibleDescription('We cannot call that number.'))
    await waitFor(() => expect(phone).toHaveFocus())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('ADDR-04 ADDR-05 the form says what it needs, and what was typed is kept for the next order', async () => {
    shopQuotes()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Please add your delivery address' }))
    const form = within(await screen.findByRole('dialog', { name: 'Delivery address' }))
    await user.clear(form.getByLabelText('Address'))
    await user.type(form.getByLabelText('Email (optional)'), 'asha@')
    await user.click(form.getByRole('button', { name: 'Add Address' }))
    expect(form.getByLabelText('Address')).toHaveAccessibleDescription('Address is required')
    expect(form.getByLabelText('Contact name')).toHaveAccessibleDescription('Name is required')
    expect(form.getByLabelText('Phone')).toHaveAccessibleDescription('Phone Number is required')
    expect(form.getByLabelText('Email (optional)')).toHaveAccessibleDescription('Must be a valid email')

    await user.type(form.getByLabelText('Address'), '12 Saffron Circus')
    await user.type(form.getByLabelText('Contact name'), 'Asha Rao')
    await user.type(form.getByLabelText('Phone'), '555')
    await user.clear(form.getByLabelText('Email (optional)'))
    await user.click(form.getByRole('button', { name: 'Add Address' }))
    expect(form.getByLabelText('Phone')).toHaveAccessibleDescription('Please enter a valid phone number.')
    await user.clear(form.getByLabelText('Phone'))
    await user.type(form.getByLabelText('Phone'), '202 555 0123')
    await user.click(form.getByRole('button', { name: 'Add Address' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText('Contact name')).toHaveValue('Asha Rao')
    expect(screen.getByLabelText('Phone')).toHaveValue('(202) 555-0123')
    expect(JSON.parse(localStorage.getItem('contact') ?? '')).toMatchObject({
      contact_person_name: 'Asha Rao',
      contact_person_number: '+12025550123',
      point,
    })
  })

  test('ADDR-05 take-away asks for a person alone, in the words of its own form', async () => {
    shopQuotes()
    const { user } = open()
    await user.click(await screen.findByRole('radio', { name: /^Take away/ }))
    await user.click(screen.getByRole('button', { name: 'Please add your delivery address' }))
    const form = within(await screen.findByRole('dialog', { name: 'Contact person' }))
    expect(form.queryByLabelText('Address')).toBeNull()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByLabelText('Contact name')).toHaveAccessibleDescription('name is required')
    expect(form.getByLabelText('Phone')).toHaveAccessibleDescription('phone number required')
  })

  test('Reset takes back what was typed', async () => {
    knowAsha()
    shopQuotes()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Please add your delivery address' }))
    const form = within(await screen.findByRole('dialog', { name: 'Delivery address' }))
    const name = form.getByLabelText('Contact name')
    await user.clear(name)
    await user.type(name, 'Somebody else')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(name).toHaveValue('Asha Rao')
  })

  test('TRAP_Z5 a place picked on the map is what is quoted, and nothing typed is lost on the way', async () => {
    knowAsha()
    const asked = shopQuotes()
    const elsewhere = { location: '3 Mill Ring', point: { lat: -11.42, lng: 65.21 }, zoneIds: [1] }
    const mapDialog: MapDialog = ({ opened, onPlace }) =>
      opened && <button onClick={() => onPlace(elsewhere)}>Use 3 Mill Ring</button>
    const { user } = open({ mapDialog })
    await user.click(await screen.findByRole('button', { name: 'Please add your delivery address' }))
    const form = async () => within(await screen.findByRole('dialog', { name: 'Delivery address' }))
    await user.type((await form()).getByLabelText('Contact name'), ' Junior')
    await user.click(screen.getByRole('button', { name: 'Pick from map' }))
    await user.click(await screen.findByRole('button', { name: 'Use 3 Mill Ring' }))
    expect(await screen.findByLabelText('Address')).toHaveValue('3 Mill Ring')
    expect((await form()).getByLabelText('Contact name')).toHaveValue('Asha Rao Junior')
    expect(screen.getByLabelText('House number')).toHaveValue('')
    await user.click(screen.getByRole('button', { name: 'Update Address' }))
    await waitFor(() => expect(asked.at(-1)?.address).toMatchObject({ latitude: -11.42, longitude: 65.21 }))
  })

  test('where guests may not order the page says so, and asks for no quote', async () => {
    const { user, onBrowse } = open({ shop: { ...testShop, guest_checkout_status: 0 } })
    expect(await screen.findByText('Orders need an account here')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Browse shops' }))
    expect(onBrowse).toHaveBeenCalledTimes(1)
  })

  test('with nothing in the cart there is a way out', async () => {
    const { user, onBrowse } = open({ isEmpty: true })
    expect(await screen.findByText('There is nothing to order yet')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Browse shops' }))
    expect(onBrowse).toHaveBeenCalledTimes(1)
  })
})

describe('ADDR-02 a customer’s order', () => {
  const customer: CustomerView = { ...testCustomer, addresses: [testHome] }
  const asSection: AddressSlot = ({ working, zoneId, onChange }) => (
    <>
      <p>{`${working.address_type}: ${working.address}, zone ${zoneId}`}</p>
      <button onClick={() => onChange(contactAtAddress(testHome))}>Home</button>
      <button onClick={() => onChange({ ...working, floor: '9' })}>Floor 9</button>
    </>
  )
  beforeEach(() => write({ token: testToken }))

  test('goes to the place in force, in the customer’s name', async () => {
    const asked = shopQuotes()
    const placed = shopTakes(order)
    choosePlace({ location: 'Elsewhere', point, zoneIds: [1] })
    const { user, onPlaced } = open({ customer, addresses: asSection })
    expect(await screen.findByText(`Selected Address: Elsewhere, zone ${testStore.zone_id}`)).toBeVisible()
    await user.click(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalled())
    expect(asked[0]).toMatchObject({ address: { address: 'Elsewhere', latitude: point.lat } })
    expect(placed).toMatchObject([
      {
        address: {
          address_type: 'Selected Address',
          address: 'Elsewhere',
          contact_person_name: 'Asha Rao',
          contact_person_number: '+12025550123',
        },
      },
    ])
    expect(placed[0]).not.toHaveProperty('guest_id')
  })

  test('goes to a saved address by its id, with what belongs to it said to the rider', async () => {
    const asked = shopQuotes()
    const placed = shopTakes(order)
    choosePlace({ location: 'Elsewhere', point, zoneIds: [1] })
    const { user, onPlaced } = open({ customer, addresses: asSection })
    await user.type(await screen.findByLabelText('How the rider finds you'), 'Ring twice')
    await user.click(screen.getByRole('button', { name: 'Home' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ address_id: testHome.id }))
    await user.click(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalled())
    expect(placed).toMatchObject([{ address_id: testHome.id, delivery_instruction: 'The blue door\nRing twice' }])
    expect(placed[0]).not.toHaveProperty('address')
  })

  test('the place in force may be a saved address; changed for this order it goes as it is', async () => {
    shopQuotes()
    const placed = shopTakes(order)
    choosePlace({ location: testHome.address, point, zoneIds: [1] })
    const { user, onPlaced } = open({ customer, addresses: asSection })
    expect(await screen.findByText(/^home: 12 Saffron Circus/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Floor 9' }))
    await user.click(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalled())
    expect(placed).toMatchObject([{ address: { address: '12 Saffron Circus', floor: '9', house: '4' } }])
    expect(placed[0]).not.toHaveProperty('address_id')
  })

  test('another place in force is another address, and take-away has none', async () => {
    shopQuotes()
    const { user } = open({ customer, addresses: asSection })
    await user.click(await screen.findByRole('button', { name: 'Floor 9' }))
    choosePlace({ location: 'Elsewhere', point, zoneIds: [1] })
    expect(await screen.findByText(/^Selected Address: Elsewhere/)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: /^Take away/ }))
    await waitFor(() => expect(screen.queryByText(/^Selected Address/)).toBeNull())
    expect(screen.getByLabelText('Contact name')).toHaveValue('Asha Rao')
  })

  test('TRAP_C2 what one customer said of where is not another’s', async () => {
    shopQuotes()
    const { user, unmount } = open({ customer, addresses: asSection })
    await user.click(await screen.findByRole('button', { name: 'Home' }))
    expect(await screen.findByText(/^home: 12 Saffron Circus/)).toBeVisible()
    unmount()
    open({ customer: { ...customer, id: 4, addresses: [] }, addresses: asSection })
    expect(await screen.findByText(/^Selected Address: 12 Saffron Circus/)).toBeVisible()
  })

  test('TRAP_D11 without an address and a phone the order asks for them', async () => {
    shopQuotes()
    localStorage.clear()
    write({ token: testToken })
    const { user } = open({ customer: { ...customer, phone: '' }, addresses: asSection })
    await user.click(await placeButton())
    expect(await screen.findByText('Please add your delivery address')).toBeVisible()
    expect(await screen.findByRole('dialog', { name: 'Delivery address' })).toBeVisible()
  })
})

describe('CHK-05 what stands in the way', () => {
  test('each problem stands beside the thing it is about', async () => {
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
    expect(within(await section('Payment')).getByRole('alert')).toHaveTextContent(/^The total amount of the order,/)
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

  test('CHK-05 what is short says how many there are, and can be taken out here', async () => {
    const short = { ...testLine, item: { ...testLine.item, stock: 1 } }
    const problems = [{ code: 'out_of_limits', message: 'Out of Limits', field: 'quantity', line_id: 1 }]
    shopQuotes(() => ({ ...testQuote, lines: [short], problems }))
    const { user, basket } = open()
    const summary = within(await section('Your order'))
    expect(summary.getByRole('alert')).toHaveTextContent('Only 1 is left.')
    expect(summary.queryByText('Out of Limits')).toBeNull()
    await user.click(summary.getByRole('button', { name: 'Remove Double smash burger' }))
    expect(basket.setQuantity).toHaveBeenCalledWith(short, 0)
  })

  test('CHK-05 below the minimum there is a way back to the store', async () => {
    const problems = [{ code: 'below_minimum', message: 'The minimum order of Smash & Sons is $30.00.' }]
    shopQuotes(() => ({ ...testQuote, problems }))
    open()
    const way = await screen.findByRole('link', { name: 'Add more from Smash & Sons' })
    expect(way).toHaveAttribute('href', expect.stringContaining('/store/smash-and-sons'))
  })

  test('a line that is in no cart has its problem, too', async () => {
    shopQuotes(() => ({
      ...testQuote,
      lines: [{ ...testLine, id: 0 }],
      problems: [{ code: 'out_of_stock', message: 'Out of Stock', field: 'quantity' }],
    }))
    open({ from: { source: 'buy_now', line: { item_id: 7, quantity: 1 } } })
    expect(within(await section('Your order')).getByRole('alert')).toHaveTextContent('Out of Stock')
  })

  test('a store that does not deliver cannot be asked to', async () => {
    shopQuotes(() => ({ ...testQuote, store: { ...testStore, delivery: false } }))
    open()
    await placeButton()
    expect(screen.getByRole('radio', { name: /^Delivery/ })).toBeDisabled()
  })

  test('the server’s complaint about a field stands under it', async () => {
    knowAsha()
    shopQuotes()
    const message = 'Please enter a valid phone number.'
    shopTakes(refusal('invalid', message, { field: 'address.contact_person_number' }))
    const { user } = open()
    await user.click(await placeButton())
    expect(await screen.findByLabelText('Phone')).toHaveAccessibleDescription(message)
  })
})

describe('CHK-04 placing', () => {
  test('sends what was agreed to, with its digest and total, and hands over what came of it', async () => {
    knowAsha()
    shopQuotes()
    const placed = shopTakes(order)
    const { user, onPlaced } = open()
    await user.type(await screen.findByLabelText('Note for the store'), 'No onions')
    await user.click(screen.getByLabelText('Add cutlery'))
    await user.click(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalledWith({ ...order, source: 'cart' }, true))
    expect(placed).toHaveLength(1)
    expect(placed[0]).toMatchObject({
      accepted_total: 22.73,
      quote_digest: 'digest-1',
      order_note: 'No onions',
      cutlery: true,
      guest_id: guest,
      address: { ...asha, latitude: point.lat, longitude: point.lng },
    })
    expect(placed[0]?.key).toMatch(/^.{8,128}$/)
    expect(sessionStorage.getItem('hk-checkout')).toBeNull()
  })

  test('TRAP_O1 a double click sends one order', async () => {
    knowAsha()
    shopQuotes()
    const placed = shopTakes(order)
    const { user, onPlaced } = open()
    await user.dblClick(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalledTimes(1))
    expect(placed).toHaveLength(1)
  })

  test('an answer that never came is asked for again, under the same key, also when the cart looks empty now', async () => {
    knowAsha()
    shopQuotes()
    const lost = shopTakes(null)
    const first = open()
    await first.user.click(await placeButton())
    expect(await screen.findByRole('button', { name: 'Ask again' })).toBeVisible()
    first.unmount()

    const found = shopTakes(order)
    const { user, onPlaced } = open({ isEmpty: true })
    await user.click(await screen.findByRole('button', { name: 'Ask again' }))
    await waitFor(() => expect(onPlaced).toHaveBeenCalledWith({ ...order, source: 'cart' }, true))
    expect(new Set([...lost, ...found].map(({ key }) => key)).size).toBe(1)
  })

  test('TRAP_O1 until an order has an answer nothing but asking for it is offered, and then it may turn out that it never arrived', async () => {
    knowAsha()
    shopQuotes()
    shopTakes(null)
    const { user, onPlaced } = open()
    await user.click(await placeButton())
    const ask = await screen.findByRole('button', { name: 'Ask again' })
    expect(screen.queryByRole('button', { name: /Place order/ })).toBeNull()
    expect(screen.queryByLabelText('Note for the store')).toBeNull()
    expect(ask).toHaveFocus()
    shopTakes(refusal('conflict', 'The store has closed.'))
    await user.click(ask)
    expect(await screen.findByText('Your order had not reached the shop. Nothing was ordered.')).toBeVisible()
    expect(screen.getByText('The store has closed.')).toBeVisible()
    expect(await placeButton()).toBeEnabled()
    expect(onPlaced).not.toHaveBeenCalled()
  })

  test('what a customer sent is not asked for by who is not signed in', async () => {
    writeVisit('placing', { key: '0123456789abcdef', body: { source: 'cart' }, at: Date.now(), signedIn: true })
    const { onSignIn, user } = open({ signIn: true })
    await user.click(await screen.findByRole('button', { name: 'Sign In' }))
    expect(onSignIn).toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull()
  })

  test('TRAP_C3 TRAP_C4 a price that rose asks before anything is ordered', async () => {
    knowAsha()
    const dearer: QuoteView = {
      ...testQuote,
      rows: testRows({ subtotal: 26, discount: -4.8, delivery_charge: 1.99, tax: 1.54, total: 24.73 }),
      total: 24.73,
      to_pay: 24.73,
      digest: 'digest-2',
    }
    shopQuotes()
    const placed = shopTakes(refusal('price_changed', 'The price has changed.', { detail: dearer }), order)
    const { user, onPlaced } = open()
    await user.click(await placeButton())
    const dialog = await screen.findByRole('dialog', { name: 'Your order changed' })
    expect(within(dialog).getByText('Subtotal').nextSibling).toHaveTextContent('before $24.00$26.00')
    expect(within(dialog).getByText('Delivery').nextSibling).toHaveTextContent(/^\$1\.99$/)
    expect(onPlaced).not.toHaveBeenCalled()
    await user.click(within(dialog).getByRole('button', { name: 'Order for $24.73' }))
    await waitFor(() => expect(onPlaced).toHaveBeenCalledTimes(1))
    expect(placed.map(({ accepted_total, quote_digest }) => [accepted_total, quote_digest])).toEqual([
      [22.73, 'digest-1'],
      [24.73, 'digest-2'],
    ])
    expect(placed[0]?.key).not.toBe(placed[1]?.key)
  })

  test('TRAP_C4 a no keeps everything, with the new price on the page', async () => {
    knowAsha()
    shopQuotes()
    shopTakes(refusal('price_changed', 'The price has changed.', { detail: { ...testQuote, total: 30, to_pay: 30 } }))
    const { user, onPlaced } = open()
    await user.click(await placeButton())
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await placeButton('30.00')).toBeEnabled()
    expect(onPlaced).not.toHaveBeenCalled()
  })

  test('TRAP_S1 what was sold meanwhile stands on its line', async () => {
    knowAsha()
    shopQuotes()
    const problems = [{ code: 'out_of_stock', message: 'Out of Stock', field: 'quantity', line_id: 1 }]
    shopTakes(refusal('out_of_stock', 'Out of Stock', { field: 'quantity', detail: { ...testQuote, problems } }))
    const { user } = open()
    await user.click(await placeButton())
    expect(await within(await section('Your order')).findByRole('alert')).toHaveTextContent('Out of Stock')
  })

  test('a reload loses nothing that was typed, a note to one store never reaches another', async () => {
    shopQuotes()
    const { user, unmount } = open()
    await user.type(await screen.findByLabelText('Note for the store'), 'No onions')
    await user.click(screen.getByRole('button', { name: 'Please add your delivery address' }))
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Contact name'), 'Ash')
    unmount()
    const again = open()
    expect(within(await screen.findByRole('dialog')).getByLabelText('Contact name')).toHaveValue('Ash')
    expect(screen.getByText('No onions')).toBeInTheDocument()
    again.unmount()
    writeVisit('checkout', { ...JSON.parse(sessionStorage.getItem('hk-checkout') ?? ''), about: 'cart:4' })
    open()
    expect(await screen.findByLabelText('Note for the store')).toHaveValue('')
  })

  test.each(['{', '[]', '{"about":"cart:3","tip":"x","typed":{"point":7},"schedule_at":4}'])(
    'a damaged draft (%s) is none',
    async (kept) => {
      sessionStorage.setItem('hk-checkout', kept)
      sessionStorage.setItem('hk-placing', kept)
      shopQuotes()
      open()
      await placeButton()
      expect(screen.getByLabelText('Note for the store')).toHaveValue('')
      expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull()
    },
  )
})
