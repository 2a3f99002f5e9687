import { act } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { CartProvider } from '@/features/cart/cart-provider'
import { Checkout } from '@/features/checkout/checkout'
import { OrderSkeleton } from '@/features/order/order-skeleton'
import { TrackOrder } from '@/features/order/track-order'
import { Profile } from '@/features/profile/profile'
import { Settings } from '@/features/profile/settings'
import { AccountPage } from '@/routes/-account'
import { testApp } from './render-app'

const checkout = (
  <Checkout
    key="checkout"
    from={{ source: 'cart' }}
    about="cart:undefined"
    lines=""
    isEmpty
    isPending
    signedIn={false}
    onPlaced={() => {}}
    onBrowse={() => {}}
    mapDialog={() => null}
  />
)

const pages: [string, ReactNode, string][] = [
  ['/checkout', checkout, 'Checkout'],
  ['/track-order', <TrackOrder key="track" orderId={17} trip={() => null} />, 'Number of the order'],
  ['/order/17', <OrderSkeleton key="order" />, 'aria-hidden'],
  [
    '/profile',
    <AccountPage key="profile">
      <Profile onBack={() => {}} />
    </AccountPage>,
    'Profile settings',
  ],
  [
    '/settings',
    <AccountPage key="settings" forGuests>
      <Settings language={null} />
    </AccountPage>,
    'Settings',
  ],
]

/** What a server would send: without window, document, storage or clock to lean on. */
function onServer(ui: ReactNode) {
  for (const name of ['window', 'document', 'localStorage', 'sessionStorage', 'navigator', 'matchMedia']) {
    vi.stubGlobal(name, undefined)
  }
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    throw new Error('no clock while rendering')
  })
  try {
    return renderToString(ui)
  } finally {
    clock.mockRestore()
    vi.unstubAllGlobals()
  }
}

test.each(pages)(
  'the first view of %s needs no browser, and one takes it over without a word',
  async (path, page, words) => {
    const { wrapper: Wrapper } = testApp({ path })
    const ui = (
      <StrictMode>
        <Wrapper>
          <CartProvider>{page}</CartProvider>
        </Wrapper>
      </StrictMode>
    )
    const html = onServer(ui)
    expect(html).toContain(words)

    const root = document.createElement('div')
    root.innerHTML = html
    document.body.append(root)
    const onRecoverableError = vi.fn<(error: unknown) => void>()
    const taken = await act(() => Promise.resolve(hydrateRoot(root, ui, { onRecoverableError })))
    expect(onRecoverableError.mock.calls).toEqual([])
    act(() => taken.unmount())
    root.remove()
  },
)
