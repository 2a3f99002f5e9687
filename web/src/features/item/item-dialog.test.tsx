import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { CartLineView, ErrorBody, ItemView } from '@/lib/api/types.gen'
import { testCartActions } from '@/test/cart-actions'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import type { OnBuyNow } from './item-buy'
import ItemDialog from './item-dialog'
import { burger, lineOf, plainItem, shirt } from '@/test/item-fixtures'
import { firstSelection, payloadOf, toggleValue } from './selection'

vi.setConfig({ testTimeout: 15_000 })

const toggled = (id: string) => toggleValue(firstSelection(burger), burger.food_variations[0]!, id)

const noReviews = { reviews: [], stars: [0, 0, 0, 0, 0], total_size: 0, limit: 5, offset: 1 }

async function open(item: ItemView, lines: CartLineView[] = [], path = '/') {
  server.use(
    http.get('*/items/:id', () => HttpResponse.json<ItemView>(item)),
    http.get('*/items/:id/reviews', () => HttpResponse.json(noReviews)),
  )
  const onClose = vi.fn<() => void>()
  const onBuyNow = vi.fn<OnBuyNow>()
  const { cartActions, within: withCart } = testCartActions(lines)
  const ui = (
    <>
      <ItemDialog id={item.slug} opened onClose={onClose} onBuyNow={onBuyNow} />
      <Toasts />
    </>
  )
  const app = renderApp(withCart(ui), { path, shop: { ...testShop, toggle_veg_non_veg: 1 } })
  const dialog = within(await screen.findByRole('dialog', { name: item.name }))
  await dialog.findByRole('button', { name: `One more ${item.name}` })
  return { ...app, cartActions, dialog, onClose, onBuyNow }
}

test('ITEM-13 an item that is not sold any more says so, and can be closed', async () => {
  const message = 'This item does not exist.'
  server.use(
    http.get('*/items/:id', () =>
      HttpResponse.json<ErrorBody>({ errors: [{ code: 'not_found', message }], message }, { status: 404 }),
    ),
  )
  const onClose = vi.fn<() => void>()
  const { user } = renderApp(
    testCartActions().within(<ItemDialog id="gone" opened onClose={onClose} onBuyNow={vi.fn<OnBuyNow>()} />),
  )
  expect(await screen.findByRole('heading', { name: 'No longer sold' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  expect(onClose).toHaveBeenCalled()
})

type Opened = Awaited<ReturnType<typeof open>>
const add = ({ dialog }: Opened) => dialog.getByRole('button', { name: /^(Add to cart|\d choices? left)/ })
const more = ({ dialog }: Opened, name: string) => dialog.getByRole('button', { name: `One more ${name}` })
const less = ({ dialog }: Opened, name: string) => dialog.getByRole('button', { name: `One less ${name}` })

describe('the facts of an item', () => {
  const told: ItemView = {
    ...burger,
    description: `${'Two smashed beef patties and house pickles. '.repeat(4)}The end.`,
    generic_name: ['Hamburger'],
    stock: 12,
    is_halal: 1,
    halal_tag_status: 1,
    recommended: 1,
    organic: 1,
    nutritions_name: ['Protein'],
    allergies_name: ['gluten'],
    tags: ['lunch'],
    badge_discount: 20,
    avg_rating: 4.75,
    rating_count: 1204,
  }

  test('ITEM-01 an item with unlimited stock is in stock', async () => {
    const { dialog } = await open({ ...told, stock: null })
    expect(dialog.getByText('In Stock')).toBeVisible()
  })

  test('TRAP_H7 an item of a closed store says so, and can be added for later', async () => {
    const opened = await open({ ...plainItem, store_open: false })
    expect(opened.dialog.getByText('Closed now')).toBeVisible()
    await opened.user.click(add(opened))
    expect(opened.cartActions.add).toHaveBeenCalledTimes(1)
  })

  test('ITEM-01 ITEM-13 badges, store, stock, lists, tags and categories', async () => {
    const { dialog } = await open(told)
    for (const words of ['Halal', 'Recommended', 'Organic', '20% off', 'In Stock', 'Protein', 'gluten', 'lunch']) {
      expect(dialog.getByText(words)).toBeVisible()
    }
    expect(dialog.getByText(/Hamburger/)).toBeVisible()
    expect(dialog.getByRole('link', { name: 'Smash & Sons' })).toHaveAttribute(
      'href',
      '/store/smash-and-sons?module_id=10',
    )
    expect(dialog.getByRole('link', { name: 'Drinks' })).toHaveAttribute('href', '/category/21?module_id=10')
    expect(dialog.getByRole('img', { name: 'Not vegetarian' })).toBeVisible()
  })

  test.each(['is_halal', 'halal_tag_status'])('ITEM-01 without %s there is no halal badge', async (flag) => {
    const { dialog } = await open({ ...told, [flag]: 0 })
    expect(dialog.queryByText('Halal')).toBeNull()
  })

  test('TRAP_D25 the rating has one decimal', async () => {
    const { dialog } = await open(told)
    expect(dialog.getAllByRole('img', { name: 'Rated 4.8 out of 5, 1,204 reviews' })[0]).toBeVisible()
  })

  test('ITEM-01 a long description is cut at 130 characters and can be expanded', async () => {
    const { dialog, user } = await open(told)
    expect(dialog.queryByText(/The end\./)).toBeNull()
    const [beginning] = (dialog.getByText(/^Two smashed/).textContent ?? '').split('…')
    expect(beginning?.length).toBeLessThanOrEqual(130)
    expect(beginning?.length).toBeGreaterThan(110)
    await user.click(dialog.getByRole('button', { name: 'Read more' }))
    expect(dialog.getByText(/The end\./)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Read less' }))
    expect(dialog.queryByText(/The end\./)).toBeNull()
  })

  test('ITEM-01 thumbnails choose a picture, and a click enlarges it to 1200 by 1800', async () => {
    const images = ['/media/0/item/a-480.webp', '/media/0/item/b-480.webp']
    const { dialog, user } = await open({
      ...burger,
      image_full_url: images[0] as string,
      images_full_url: images,
      zoom_full_url: '/media/0/item/a-zoom.webp',
      zooms_full_url: ['/media/0/item/a-zoom.webp', '/media/0/item/b-zoom.webp'],
    })
    await user.click(dialog.getByRole('button', { name: 'Picture 2' }))
    expect(dialog.getByRole('button', { name: 'Picture 2' })).toHaveAttribute('aria-current', 'true')
    await user.click(dialog.getAllByRole('button', { name: /^Enlarge/ })[0] as HTMLElement)
    const large = await screen.findAllByRole('img', { name: burger.name }, { timeout: 5000 })
    const shown = large.map((image) => image.getAttribute('src'))
    expect(shown).toEqual(expect.arrayContaining(['/media/0/item/a-zoom.webp', '/media/0/item/b-zoom.webp']))
  })
})

describe('choosing', () => {
  test('ITEM-04 a missing required group shows the prescribed message, and nothing is added', async () => {
    const opened = await open(burger)
    await opened.user.click(add(opened))
    expect(opened.dialog.getByText('Variation Patty size can not remain without selection.')).toBeVisible()
    expect(opened.cartActions.add).not.toHaveBeenCalled()
    await opened.user.click(opened.dialog.getByRole('radio', { name: /Single/ }))
    expect(opened.dialog.queryByText(/can not remain/)).toBeNull()
  })

  test('ITEM-04 the button counts the missing choices, and focuses one group after the other', async () => {
    const [size, extras] = burger.food_variations
    const both = { ...burger, food_variations: [size, { ...extras, required: 'on' }] } as ItemView
    const opened = await open(both)
    const { dialog, user } = opened
    expect(add(opened)).toHaveAccessibleName(/^3 choices left/)
    expect(add(opened)).toBeEnabled()
    await user.click(add(opened))
    await waitFor(() => expect(dialog.getByRole('radio', { name: /Single/ })).toHaveFocus())
    expect(dialog.queryByText(/must be in between|Extra toppings can not/)).toBeNull()
    await user.click(dialog.getByRole('radio', { name: /Single/ }))
    expect(add(opened)).toHaveAccessibleName(/^2 choices left/)
    await user.click(add(opened))
    const [first] = dialog.getAllByRole('checkbox')
    await waitFor(() => expect(first).toHaveFocus())
    expect(dialog.getByText('Variation Extra toppings can not remain without selection.')).toBeVisible()
    await user.click(dialog.getByRole('checkbox', { name: /Fried egg/ }))
    expect(add(opened)).toHaveAccessibleName(/^1 choice left/)
    await user.click(dialog.getByRole('checkbox', { name: /Cheese/ }))
    await user.click(dialog.getByRole('button', { name: /^Add to cart/ }))
    expect(opened.cartActions.add).toHaveBeenCalledOnce()
  })

  test('ITEM-04 a multi group outside its bounds shows the prescribed message', async () => {
    const opened = await open(burger)
    await opened.user.click(opened.dialog.getByRole('radio', { name: /Single/ }))
    await opened.user.click(opened.dialog.getByRole('checkbox', { name: /Cheese/ }))
    await opened.user.click(add(opened))
    expect(
      opened.dialog.getByText('Selected variation named Extra toppings must be in between Minimum 2 and Maximum 2'),
    ).toBeVisible()
    expect(opened.cartActions.add).not.toHaveBeenCalled()
  })

  test('ITEM-03 TRAP_M10 the total is updated at every click', async () => {
    const opened = await open(burger)
    const { dialog, user } = opened
    const click = async (role: 'radio' | 'checkbox', name: RegExp) => user.click(dialog.getByRole(role, { name }))
    expect(add(opened)).toHaveTextContent('$9.60')
    await click('radio', /Double/) // (12 + 2.50) less 20 %
    expect(add(opened)).toHaveTextContent('$11.60')
    await click('radio', /Single/)
    expect(add(opened)).toHaveTextContent('$9.60')
    await click('radio', /Single/) // unselects
    expect(dialog.getByRole('radio', { name: /Single/ })).not.toBeChecked()
    await click('radio', /Double/)
    await click('checkbox', /Fried egg/)
    await click('checkbox', /Cheese/) // (12 + 2.50 + 1.20 + 1.00) less 20 %
    expect(add(opened)).toHaveTextContent('$13.36')
    await click('checkbox', /Fries/) // add-ons are never discounted
    expect(add(opened)).toHaveTextContent('$16.41')
    await user.click(more(opened, burger.name))
    expect(add(opened)).toHaveTextContent('$32.82')
  })

  test('ITEM-03 a full multi group is disabled, and its bounds are shown', async () => {
    const { dialog, user } = await open(burger)
    expect(dialog.getByText('Optional · Choose 2')).toBeVisible()
    await user.click(dialog.getByRole('checkbox', { name: /Fried egg/ }))
    await user.click(dialog.getByRole('checkbox', { name: /Cheese/ }))
    expect(dialog.getByRole('checkbox', { name: /Pickled/ })).toBeDisabled()
  })

  test('ITEM-02 ITEM-05 ticking an add-on adds one, its stepper counts, and unticking removes it', async () => {
    const opened = await open(burger)
    const { cartActions, dialog, user } = opened
    await user.click(dialog.getByRole('radio', { name: /Single/ }))
    expect(dialog.queryByRole('group', { name: 'Fries' })).toBeNull()
    await user.click(dialog.getByRole('checkbox', { name: /Fries/ }))
    await user.click(more(opened, 'Fries'))
    await user.click(more(opened, 'Fries'))
    expect(within(dialog.getByRole('group', { name: 'Fries' })).getByText('03')).toBeVisible()
    await user.click(dialog.getByRole('checkbox', { name: /Fries/ }))
    await user.click(dialog.getByRole('checkbox', { name: /Cola/ }))
    await user.click(add(opened))
    expect(cartActions.add.mock.calls[0]?.[0]).toMatchObject({ add_on_ids: [32], add_on_qtys: [1] })
  })

  test('CART-09 the added line has labels, ids and the price of one unit, and the dialog closes', async () => {
    const opened = await open(burger)
    await opened.user.click(opened.dialog.getByRole('radio', { name: /Double/ }))
    await opened.user.click(more(opened, burger.name))
    await opened.user.click(add(opened))
    expect(opened.cartActions.add.mock.calls[0]?.[0]).toEqual({
      item_id: 8,
      model: 'Item',
      quantity: 2,
      price: 11.6,
      variation: [{ id: '1', name: 'Patty size', values: { label: ['Double'], ids: ['12'] } }],
      add_on_ids: [],
      add_on_qtys: [],
      note: '',
    })
    expect(opened.onClose).toHaveBeenCalled()
  })

  test('ITEM-06 ITEM-07 a variation sets price and stock, and a sold-out one cannot be bought', async () => {
    const opened = await open({ ...shirt, module_type: 'grocery' })
    const { cartActions, dialog, user } = opened
    expect(add(opened)).toHaveTextContent('$19.99') // Small, Red
    await user.click(dialog.getByRole('radio', { name: 'Large' }))
    await user.click(dialog.getByRole('radio', { name: /Sea Blue/ }))
    expect(add(opened)).toHaveTextContent('$24.50')
    await user.click(dialog.getByRole('radio', { name: /^Small/ }))
    expect(dialog.getAllByText('This variation is out of stock').length).toBeGreaterThan(0)
    const button = dialog.getByRole('button', { name: 'This variation is out of stock' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await user.click(button)
    expect(
      await screen.findByText('This variation is out of stock. Choose another variation to proceed further.'),
    ).toBeVisible()
    expect(cartActions.add).not.toHaveBeenCalled()
  })
})

describe('quantity and availability', () => {
  test('ITEM-08 quantities below ten have a leading zero, minus is disabled at 1, and a message shows the limit', async () => {
    const opened = await open({ ...plainItem, stock: 12, maximum_cart_quantity: 2 })
    const { dialog, user } = opened
    expect(dialog.getByText('01')).toBeVisible()
    expect(less(opened, plainItem.name)).toHaveAttribute('aria-disabled', 'true')
    await user.click(more(opened, plainItem.name))
    expect(dialog.getByText('02')).toBeVisible()
    await user.click(more(opened, plainItem.name))
    expect(await screen.findByText('Out of Limits')).toBeVisible()
    expect(dialog.getByText('02')).toBeVisible()
  })

  test('TRAP_M10 above the units that a flash sale has left, the total and the price are the usual ones', async () => {
    const opened = await open({
      ...plainItem,
      price: 10,
      sale_price: 5,
      discount: 50,
      discount_type: 'percent',
      flash_sale: {
        id: 5,
        slug: 'hungry-hours',
        title: 'Hungry hours',
        ends_at: '2099-11-20T12:00:00Z',
        time_zone: 'UTC',
        units: 20,
        units_left: 2,
        usual_discount: 0,
        usual_discount_type: 'percent',
        usual_sale_price: 10,
        usual_badge_discount: 0,
        usual_badge_discount_type: 'percent',
      },
    })
    const { dialog, user } = opened
    await user.click(more(opened, plainItem.name))
    expect(add(opened)).toHaveTextContent('$10.00')
    expect(dialog.getByText('$5.00')).toBeVisible()
    await user.click(more(opened, plainItem.name))
    expect(add(opened)).toHaveTextContent('$30.00')
    expect(dialog.queryByText('$5.00')).toBeNull()
  })

  test('ITEM-08 minus is disabled if the total is 0', async () => {
    const opened = await open({ ...plainItem, price: 0, sale_price: 0 })
    await opened.user.click(more(opened, plainItem.name))
    expect(less(opened, plainItem.name)).toHaveAttribute('aria-disabled', 'true')
  })

  test('ITEM-07 a sold-out item cannot be bought', async () => {
    const { cartActions, dialog, user } = await open({ ...plainItem, stock: 0 })
    const button = dialog.getByRole('button', { name: 'Out of Stock' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await user.click(button)
    expect(cartActions.add).not.toHaveBeenCalled()
    expect(dialog.queryByRole('button', { name: 'Buy Now' })).toBeNull()
  })

  const morning: ItemView = {
    ...plainItem,
    available_now: false,
    available_time_starts: '06:00',
    available_time_ends: '11:00',
  }

  test('ITEM-09 outside its time window an item cannot be bought, and the window is shown', async () => {
    const { cartActions, dialog, user } = await open(morning)
    expect(dialog.getByText('Available will be', { exact: false })).toHaveTextContent('Available will be 06:00 - 11:00')
    const button = dialog.getByRole('button', { name: 'Not Available now' })
    await user.click(button)
    expect(cartActions.add).not.toHaveBeenCalled()
  })

  test('ITEM-09 if its store takes scheduled orders, the item can be added to the cart', async () => {
    const opened = await open({ ...morning, schedule_order: true })
    expect(opened.dialog.getByText('Not Available now')).toBeVisible()
    await opened.user.click(add(opened))
    expect(opened.cartActions.add).toHaveBeenCalled()
    expect(opened.dialog.queryByRole('button', { name: 'Buy Now' })).toBeNull()
  })

  test('ITEM-02 ITEM-09 a campaign item inside its window has an Order Now button', async () => {
    const { dialog, onBuyNow, user } = await open({ ...plainItem, available_date_starts: '2026-11-20' })
    await user.click(dialog.getByRole('button', { name: /^Order Now/ }))
    expect(onBuyNow).toHaveBeenCalledWith(expect.objectContaining({ item_id: 7, model: 'ItemCampaign' }), 'campaign')
  })

  test('ITEM-02 CHK-06 Buy Now orders the chosen line and leaves the cart unchanged', async () => {
    const { cartActions, dialog, onBuyNow, user } = await open(burger)
    const buyNow = dialog.getByRole('button', { name: 'Buy Now' })
    await user.click(buyNow)
    expect(onBuyNow).not.toHaveBeenCalled() // the size is missing
    await user.click(dialog.getByRole('radio', { name: /Double/ }))
    await user.click(buyNow)
    expect(onBuyNow.mock.calls[0]?.[0]).toMatchObject({ item_id: 8, quantity: 1, price: 11.6 })
    expect(onBuyNow.mock.calls[0]?.[1]).toBe('buy_now')
    expect(cartActions.add).not.toHaveBeenCalled()
  })
})

describe('an item in the cart', () => {
  const double = [{ id: '1', name: 'Patty size', values: { label: ['Double'], ids: ['12'] } }]
  const line = lineOf(burger, { id: 77, quantity: 2, variation: double, add_on_ids: [31], add_on_qtys: [1] })
  test('a line of the cart opens with its selection, and saving changes that line, whatever is chosen now', async () => {
    const single = lineOf(burger, { ...payloadOf(burger, toggled('11')), id: 601, quantity: 3, note: 'no onions' })
    const double = lineOf(burger, { ...payloadOf(burger, toggled('12')), id: 602 })
    const opened = await open(burger, [single, double], '/?line=601')
    const { cartActions, dialog, user } = opened
    expect(dialog.getByRole('radio', { name: /Single/ })).toBeChecked()
    const note = dialog.getByLabelText('Note for this dish')
    expect(note).toHaveValue('no onions')
    await user.click(dialog.getByRole('radio', { name: /Double/ }))
    await user.clear(note)
    await user.type(note, ' well done ')
    await user.click(update(opened))
    expect(cartActions.add).not.toHaveBeenCalled()
    expect(cartActions.change.mock.calls[0]?.[0]).toBe(601)
    expect(cartActions.change.mock.calls[0]?.[1]).toMatchObject({
      quantity: 3,
      note: 'well done',
      variation: [{ values: { ids: ['12'] } }],
    })
  })

  const update = ({ dialog }: Opened) => dialog.getByRole('button', { name: /^Update To Cart/ })

  test('ITEM-10 opens with the line’s selection, and says if there are no changes', async () => {
    const opened = await open(burger, [line])
    expect(opened.dialog.getByRole('radio', { name: /Double/ })).toBeChecked()
    expect(opened.dialog.getByRole('checkbox', { name: /Fries/ })).toBeChecked()
    await opened.user.click(update(opened))
    expect(await screen.findByText('No changes found to update.')).toBeVisible()
    expect(opened.cartActions.change).not.toHaveBeenCalled()
  })

  test('ITEM-10 a line that arrives after the item is taken over while nothing is chosen', async () => {
    const lines: CartLineView[] = []
    const { within: withCart } = testCartActions(lines)
    const opened = await open(burger, lines)
    const ui = () => withCart(<ItemDialog id={burger.slug} opened onClose={vi.fn()} onBuyNow={vi.fn<OnBuyNow>()} />)
    opened.rerender(ui())
    expect(opened.dialog.getByRole('button', { name: /choice left/ })).toBeVisible()
    lines.push(line)
    opened.rerender(ui())
    expect(update(opened)).toBeVisible()
    expect(opened.dialog.getByRole('radio', { name: /Double/ })).toBeChecked()
    await opened.user.click(more(opened, burger.name))
    lines[0] = { ...line, quantity: line.quantity + 5 }
    opened.rerender(ui())
    expect(opened.dialog.getByText(`0${line.quantity + 1}`)).toBeVisible() // what was chosen stays
  })

  test('ITEM-10 a changed quantity updates the line', async () => {
    const opened = await open(burger, [line])
    await opened.user.click(more(opened, burger.name))
    await opened.user.click(update(opened))
    expect(opened.cartActions.change).toHaveBeenCalledWith(
      77,
      expect.objectContaining({ quantity: 3 }),
      expect.anything(),
    )
    await waitFor(() => expect(opened.onClose).toHaveBeenCalled())
  })

  test('ITEM-10 another variation is added as a new line', async () => {
    const opened = await open(burger, [line])
    await opened.user.click(opened.dialog.getByRole('radio', { name: /Single/ }))
    await opened.user.click(add(opened))
    expect(opened.cartActions.add).toHaveBeenCalled()
    expect(opened.cartActions.change).not.toHaveBeenCalled()
  })
})
