import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CheckoutBody, QuoteView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { beginAsGuest, knowAsha, open, order, shopQuotes, shopTakes } from '@/test/checkout'
import { testShop } from '@/test/fixtures'
import { testQuote, testRows } from '@/test/trade-fixtures'

// jsdom cannot render a map.
vi.mock('@/components/map/town-map', () => ({ default: () => null, fetchWorker: () => Promise.resolve() }))

beforeEach(beginAsGuest)

const shop = { ...testShop, partial_payment_status: 1 as const }
const gateways = [{ gateway: 'sandbox', gateway_title: 'Sandbox' }]

/** Quotes as the server does for a wallet with this balance. */
const quoteFor =
  (balance: number) =>
  ({ payment_method: method, use_wallet: uses }: CheckoutBody): QuoteView => {
    const covers = balance >= testQuote.total
    const part = method === 'wallet' || uses ? Math.min(balance, testQuote.total) : 0
    const rest = Math.round((testQuote.total - part) * 100) / 100
    const more = part > 0 ? testRows({ wallet: -part, to_pay: rest }) : []
    return {
      ...testQuote,
      gateways,
      wallet_balance: balance,
      wallet_part: part,
      to_pay: rest,
      rows: [...testQuote.rows, ...more],
      payment_methods: ['cash_on_delivery', ...(covers ? ['wallet'] : []), 'digital_payment'],
    }
  }

const asCustomer = () => {
  write({ token: testToken })
  return { shop, customer: testCustomer }
}

describe('CHK-03 how an order is paid', () => {
  test('by a gateway: the button says so, and the order names it', async () => {
    knowAsha()
    shopQuotes(quoteFor(0))
    const link = { ...order, redirect_link: '/sandbox-pay/1' }
    const placed = shopTakes(link)
    const { user, onPlaced } = open({ shop })
    await user.click(await screen.findByRole('radio', { name: /^Sandbox/ }))
    expect(await screen.findByText(/you go on to/)).toHaveTextContent('you go on to Sandbox')
    await user.click(await screen.findByRole('button', { name: /^Order and pay/ }))
    await waitFor(() => expect(onPlaced).toHaveBeenCalledWith({ ...link, source: 'cart', moduleId: '10' }, true, true))
    expect(placed[0]).toMatchObject({ payment_method: 'digital_payment', payment_gateway: 'sandbox' })
    expect(placed[0]).not.toHaveProperty('use_wallet')
  })

  test('a guest has no wallet', async () => {
    knowAsha()
    shopQuotes(quoteFor(0))
    open({ shop })
    expect(await screen.findByRole('radio', { name: /^Sandbox/ })).toBeInTheDocument()
    expect(screen.queryByRole('radio', { name: /^Wallet/ })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: /Use my wallet/ })).toBeNull()
  })

  test('by the wallet, if it covers everything', async () => {
    shopQuotes(quoteFor(50))
    const { user } = open(asCustomer())
    await user.click(await screen.findByRole('radio', { name: /^Wallet/ }))
    expect(screen.getByText('You have $50.00')).toBeVisible()
    const button = await screen.findByRole('button', { name: /^Pay from your wallet/ })
    expect(button).toHaveTextContent('$22.73')
    expect(screen.queryByRole('checkbox', { name: /Use my wallet/ })).toBeNull()
  })

  test('PRC-08 a part by the wallet, and the rest by a gateway', async () => {
    const asked = shopQuotes(quoteFor(10))
    const { user } = open(asCustomer())
    await user.click(await screen.findByRole('radio', { name: /^Sandbox/ }))
    await user.click(screen.getByRole('checkbox', { name: /Use my wallet/ }))
    expect(screen.queryByRole('radio', { name: /^Wallet/ })).toBeNull()
    expect((await screen.findByText('From your wallet')).nextSibling).toHaveTextContent('-$10.00')
    expect(screen.getByText('To pay').nextSibling).toHaveTextContent('$12.73')
    expect(screen.getByRole('button', { name: /^Order and pay/ })).toHaveTextContent('$12.73')
    expect(asked.at(-1)).toMatchObject({ payment_method: 'digital_payment', use_wallet: true })
  })

  test('PRC-08 part payment that is switched off is not offered', async () => {
    shopQuotes(quoteFor(10))
    open({ ...asCustomer(), shop: { ...shop, partial_payment_status: 0 } })
    expect(await screen.findByRole('radio', { name: /^Sandbox/ })).toBeInTheDocument()
    expect(screen.queryByRole('checkbox', { name: /Use my wallet/ })).toBeNull()
  })

  test('PRC-08 a wallet that meanwhile covers everything is chosen, until another way is', async () => {
    let balance = 10
    const asked = shopQuotes((body) => quoteFor(balance)(body))
    const first = open(asCustomer())
    await first.user.click(await screen.findByRole('checkbox', { name: /Use my wallet/ }))
    await waitFor(() => expect(asked.at(-1)?.use_wallet).toBe(true))
    first.unmount()
    balance = 50
    const { user } = open(asCustomer())
    expect(await screen.findByRole('radio', { name: /^Wallet/ })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: /^Cash/ }))
    await waitFor(() => expect(asked.at(-1)?.use_wallet).toBeUndefined())
    expect(await screen.findByRole('button', { name: /^Place order/ })).toHaveTextContent('$22.73')
  })
})
