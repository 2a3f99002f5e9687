import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { HeartSlot } from '@/components/catalog/heart-slot'
import { ItemTile } from '@/components/catalog/item-tile'
import { StoreCard } from '@/components/catalog/store-card'
import { Toasts } from '@/components/overlay/toasts'
import type { ItemView, StoreView, WishlistOutputBody } from '@/lib/api/types.gen'
import { HeartProvider, type HeartProps } from '@/contracts/heart'
import { RentProvider } from '@/contracts/rent-vehicle'
import { write } from '@/lib/scope/local-storage'
import { testCartActions } from '@/test/cart-actions'
import { testItem, testStore } from '@/test/fixtures'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { rentalModule, testProvider, testVehicle } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import Heart from './heart'
import { WishlistButton } from './wishlist-button'
import WishlistDrawer from './wishlist-drawer'

const label = 'Add Double smash burger to your wishlist'
const fries: ItemView = { ...testItem, id: 8, slug: 'fries', name: 'Fries', price: 3, sale_price: 3 }

const drawHeart = (props: HeartProps) => <Heart {...props} />

const signIn = () => write({ token: 'token-0123456789abcdef', zoneid: '1' })

/** Mocks the server's wishlist. Returns the requests. */
function mockWishlist(item: ItemView[] = [], store: StoreView[] = []) {
  const kept: WishlistOutputBody = { item, store, vehicles: [], providers: [] }
  const asked: string[] = []
  const note = (request: Request) => void asked.push(request.method + new URL(request.url).search)
  server.use(
    http.get('*/wishlist', ({ request }) => {
      note(request)
      return HttpResponse.json(kept)
    }),
    http.post('*/wishlist', ({ request }) => {
      note(request)
      kept.item = [testItem, ...kept.item]
      return HttpResponse.json({ message: 'Added to your wishlist.' })
    }),
    http.delete('*/wishlist', ({ request }) => {
      note(request)
      const gone = new URL(request.url).searchParams
      kept.item = kept.item.filter(({ id }) => String(id) !== gone.get('item_id'))
      kept.store = kept.store.filter(({ id }) => String(id) !== gone.get('store_id'))
      return HttpResponse.json({ message: 'Removed from your wishlist.' })
    }),
  )
  return asked
}

const hearts = () =>
  renderApp(
    <HeartProvider value={drawHeart}>
      <HeartSlot wish={{ kind: 'item', thing: testItem }} />
      <HeartSlot wish={{ kind: 'item', thing: testItem }} large />
      <Toasts />
    </HeartProvider>,
  )

const drawer = () => {
  const [{ cartActions, within: withCart }, onClose, onBrowse] = [testCartActions(), vi.fn(), vi.fn()]
  const rent = vi.fn()
  const app = renderApp(
    withCart(
      <RentProvider value={rent}>
        <WishlistDrawer opened onClose={onClose} onBrowse={onBrowse} />
        <Toasts />
      </RentProvider>,
    ),
    { path: '/home' },
  )
  return { ...app, cartActions, rent, onClose, onBrowse }
}

describe('WISH-01 hearts', () => {
  test('TRAP_D11 a guest is asked to sign in, and nothing is sent', async () => {
    const asked = mockWishlist()
    const { user } = hearts()
    await user.click(screen.getAllByRole('button', { name: label })[0]!)
    expect(await screen.findByText('Please login to add to your wishlist')).toBeVisible()
    expect(asked).toEqual([])
  })

  test('WISH-01 a vehicle and its provider are added by their own ids', async () => {
    signIn()
    const asked = mockWishlist()
    const { user } = renderApp(
      <HeartProvider value={drawHeart}>
        <HeartSlot wish={{ kind: 'vehicle', thing: testVehicle }} />
        <HeartSlot wish={{ kind: 'provider', thing: testProvider }} />
      </HeartProvider>,
    )
    await waitFor(() => expect(asked).toEqual(['GET']))
    for (const { name } of [testVehicle, testProvider]) {
      await user.click(screen.getByRole('button', { name: `Add ${name} to your wishlist` }))
    }
    await waitFor(() => expect(asked).toEqual(expect.arrayContaining(['POST?vehicle_id=31', 'POST?provider_id=4'])))
  })

  test('cards have a heart outside of their link, with the thing’s name in its label', async () => {
    mockWishlist([testItem], [])
    signIn()
    const { within: withCart } = testCartActions()
    renderApp(
      withCart(
        <HeartProvider value={drawHeart}>
          <ItemTile item={testItem} />
          <StoreCard store={testStore} href="/home" />
        </HeartProvider>,
      ),
    )
    const heart = screen.getByRole('button', { name: label })
    await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'))
    expect(heart.closest('a')).toBeNull()
    expect(screen.getByRole('button', { name: 'Add Smash & Sons to your wishlist' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
  })

  test('all hearts of a thing fill before the server responds, then its message is shown', async () => {
    const asked = mockWishlist([fries])
    const [answer, waiting] = gate()
    server.use(
      http.post('*/wishlist', async ({ request }) => {
        asked.push(`POST${new URL(request.url).search}`)
        await waiting
        return HttpResponse.json({ message: 'Added to your wishlist.' })
      }),
    )
    signIn()
    const { user } = hearts()
    await waitFor(() => expect(asked).toEqual(['GET']))
    const both = screen.getAllByRole('button', { name: label })
    await user.dblClick(both[0]!)
    await waitFor(() => both.forEach((heart) => expect(heart).toHaveAttribute('aria-pressed', 'true')))
    expect(screen.queryByText('Added to your wishlist.')).toBeNull()
    answer()
    expect(await screen.findByText('Added to your wishlist.')).toBeVisible()
    // The second click of a double click asks for no confirmation (L4).
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(asked.slice(0, 2)).toEqual(['GET', 'POST?item_id=7'])
  })

  test('API-07 after a refusal the server’s message is shown, and the heart is empty again', async () => {
    mockWishlist()
    server.use(http.post('*/wishlist', () => HttpResponse.json(refusal('not_found', 'It is gone.'), { status: 404 })))
    signIn()
    const { user } = hearts()
    const [heart] = screen.getAllByRole('button', { name: label })
    await user.click(heart!)
    expect(await screen.findByText('It is gone.')).toBeVisible()
    await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'false'))
  })

  test('removing needs a confirmation', async () => {
    const asked = mockWishlist([testItem])
    signIn()
    const { user } = hearts()
    const [heart] = screen.getAllByRole('button', { name: label })
    await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'))
    await user.click(heart!)
    const question = within(await screen.findByRole('dialog', { name: 'Remove from your wishlist?' }))
    expect(question.getByText(/Double smash burger/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(asked).toEqual(['GET'])
    expect(heart).toHaveAttribute('aria-pressed', 'true')

    await user.click(heart!)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Removed from your wishlist.')).toBeVisible()
    expect(heart).toHaveAttribute('aria-pressed', 'false')
    expect(asked.slice(0, 2)).toEqual(['GET', 'DELETE?item_id=7'])
  })
})

describe('HDR-01 the header’s wishlist button', () => {
  const button = () => screen.queryByRole('button', { name: 'Wishlist' })
  const icon = () => renderApp(<WishlistButton onOpen={() => {}} />)

  test('is shown for a customer with a place, but not in parcel', () => {
    const { unmount } = icon()
    expect(button()).toBeNull()
    unmount()

    signIn()
    const second = icon()
    expect(button()).toBeVisible()
    second.unmount()

    write({ module: JSON.stringify({ id: 14, module_type: 'parcel', module_name: 'Parcel' }) })
    icon()
    expect(button()).toBeNull()
  })

  test('is hidden without a place', () => {
    write({ token: 'token-0123456789abcdef' })
    icon()
    expect(button()).toBeNull()
  })
})

describe('WISH-02 the drawer', () => {
  test('lists items with picture, name, price and buttons, and stores with rating and address', async () => {
    mockWishlist([testItem, fries], [testStore])
    signIn()
    const { user } = drawer()
    const panel = within(await screen.findByRole('dialog', { name: 'Wishlist' }))
    await panel.findByRole('link', { name: 'Double smash burger' })
    const rows = panel.getAllByRole('listitem')
    expect(rows[0]).toHaveTextContent('Double smash burger')
    expect(rows[0]).toHaveTextContent('$9.60')
    expect(within(rows[0]!).getByRole('button', { name: 'Add Double smash burger to cart' })).toBeVisible()
    expect(within(rows[1]!).getByRole('button', { name: 'Remove Fries from your wishlist' })).toBeVisible()
    expect(panel.getByRole('tab', { name: 'Foods 2' })).toHaveAttribute('aria-selected', 'true')

    screen.getByRole('tab', { name: 'Foods 2' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(panel.getByRole('tab', { name: 'Stores 1' })).toHaveFocus()
    expect(panel.getByRole('link', { name: 'Smash & Sons' })).toHaveAttribute(
      'href',
      '/store/smash-and-sons?module_id=10',
    )
    const rating = panel.getByRole('img', { name: /Rated 4.6/ })
    expect(rating).toBeVisible()
    expect(rating.closest('p'), 'a line of its own').toHaveTextContent(/^4\.6\(/)
    expect(panel.getByText('2 Harbour Road')).toBeVisible()
  })

  test('shows a message if it is empty', async () => {
    mockWishlist()
    signIn()
    const { user, onBrowse } = drawer()
    expect(await screen.findByText('No favourite foods found')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: /Stores/ }))
    expect(screen.getByText('No favourite stores found')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Browse shops' }))
    expect(onBrowse).toHaveBeenCalledOnce()
  })

  test('names them items in other modules than food', async () => {
    mockWishlist()
    signIn()
    write({ module: JSON.stringify({ id: 11, module_type: 'grocery', module_name: 'Grocery' }) })
    drawer()
    expect(await screen.findByText('No favourite items found')).toBeVisible()
  })

  test('WISH-02 in rental it lists vehicles and providers', async () => {
    server.use(
      http.get('*/wishlist', () =>
        HttpResponse.json<WishlistOutputBody>({
          item: [],
          store: [],
          vehicles: [testVehicle],
          providers: [testProvider],
        }),
      ),
    )
    signIn()
    write({ module: JSON.stringify(rentalModule) })
    const { user, rent } = drawer()
    const panel = within(await screen.findByRole('dialog', { name: 'Wishlist' }))
    expect(await panel.findByRole('link', { name: 'Tarn Ridge' })).toHaveAttribute(
      'href',
      '/rental/vehicle-details/tarn-ridge-anchor',
    )
    expect(panel.getByRole('listitem')).toHaveTextContent('$0.54')
    expect(panel.getByRole('listitem')).toHaveTextContent('/km')
    await user.click(panel.getByRole('button', { name: 'Rent Tarn Ridge' }))
    expect(rent).toHaveBeenCalledExactlyOnceWith(testVehicle)
    await user.click(panel.getByRole('tab', { name: 'Providers 1' }))
    expect(panel.getByRole('link', { name: 'Anchor Car Hire' })).toBeVisible()
    expect(panel.getByText('Harbour, Port Saffron')).toBeVisible()
    expect(panel.getByRole('button', { name: 'Remove Anchor Car Hire from your wishlist' })).toBeVisible()
  })

  test('WISH-02 in rental an empty list names its kind', async () => {
    mockWishlist()
    signIn()
    write({ module: JSON.stringify(rentalModule) })
    const { user, onBrowse } = drawer()
    expect(await screen.findByText('No favourite Vehicles found')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: /Providers/ }))
    expect(screen.getByText('No favourite providers found')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Find a vehicle' }))
    expect(onBrowse).toHaveBeenCalledOnce()
  })

  test('WISH-01 a failed fetch is not retried until the customer asks for it', async () => {
    let asked = 0
    server.use(http.get('*/wishlist', () => (asked++, HttpResponse.error())))
    signIn()
    const { user, queryClient } = drawer()
    queryClient.setDefaultOptions({ queries: { retry: 3, retryDelay: 0 } })
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(asked).toBe(1)
    mockWishlist([fries])
    await user.click(again)
    expect(await screen.findByRole('link', { name: 'Fries' })).toBeVisible()
  })

  test('removing needs a confirmation, removes the row and keeps the focus in the drawer', async () => {
    const asked = mockWishlist([testItem, fries])
    signIn()
    const { user } = drawer()
    await user.click(await screen.findByRole('button', { name: 'Remove Fries from your wishlist' }))
    const question = await screen.findByRole('dialog', { name: 'Remove from your wishlist?' })
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Removed from your wishlist.')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Fries' })).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Wishlist' })).toContainElement(document.activeElement as HTMLElement)
    expect(asked[1]).toBe('DELETE?item_id=8')
  })
})

describe('WISH-03 adding to the cart', () => {
  test('adds an item without choices at once', async () => {
    mockWishlist([fries])
    signIn()
    const { user, cartActions, onClose } = drawer()
    await user.click(await screen.findByRole('button', { name: 'Add Fries to cart' }))
    const whole = { variation: [], add_on_ids: [], add_on_qtys: [], note: '' }
    expect(cartActions.add).toHaveBeenCalledWith({ item_id: 8, model: 'Item', quantity: 1, price: 3, ...whole })
    expect(onClose).not.toHaveBeenCalled()
  })

  const size = { id: '1', type: 'Large', price: 15, stock: 4 }

  test.each([
    ['food', '/home?item=double-smash-burger'],
    ['ecommerce', '/product/double-smash-burger?module_id=10'],
  ])('opens a %s item with variations at %s', async (module_type, href) => {
    mockWishlist([{ ...testItem, module_type, variations: [size] }])
    signIn()
    const { user, cartActions, onClose, history } = drawer()
    await user.click(await screen.findByRole('button', { name: 'Add Double smash burger to cart' }))
    expect(cartActions.add).not.toHaveBeenCalled()
    expect(onClose).toHaveBeenCalledOnce()
    await waitFor(() => expect(history.location.href).toBe(href))
  })

  test('opens an item of which every choice is optional', async () => {
    const sauce = {
      id: '1',
      name: 'Sauce',
      type: 'single' as const,
      min: 0,
      max: 0,
      required: 'off' as const,
      values: [],
    }
    mockWishlist([{ ...fries, food_variations: [sauce] }])
    signIn()
    const { user, cartActions, history } = drawer()
    await user.click(await screen.findByRole('button', { name: 'Add Fries to cart' }))
    await waitFor(() => expect(history.location.href).toBe('/home?item=fries'))
    expect(cartActions.add).not.toHaveBeenCalled()
  })

  test('ITEM-07 shows that an item is out of stock', async () => {
    mockWishlist([{ ...testItem, stock: 0 }])
    signIn()
    drawer()
    expect(await screen.findByText('Out of Stock')).toBeVisible()
    expect(screen.queryByRole('button', { name: /to cart/ })).toBeNull()
  })
})
