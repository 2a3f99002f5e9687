import { isUnchangedAddress, type Contact } from '@/lib/account/contact'
import type { AddressView, ConfigView, CustomerView } from '@/lib/api/types.gen'
import { sumMajor } from '@/lib/text/money'
import type { OrderRequest } from './checkout-queries'
import type { Draft } from './draft'

/** How it is paid. Cash replaces a wallet that the shopper does not have. */
export function paymentBody(
  draft: Pick<Draft, 'payment_method' | 'payment_gateway' | 'use_wallet'>,
  shop: ConfigView,
  customer: CustomerView | undefined,
) {
  const hasWallet = customer !== undefined && shop.customer_wallet_status === 1
  return {
    payment_method: draft.payment_method === 'wallet' && !hasWallet ? 'cash_on_delivery' : draft.payment_method,
    payment_gateway: draft.payment_gateway || undefined,
    use_wallet: (hasWallet && shop.partial_payment_status === 1 && draft.use_wallet) || undefined,
  } as const
}

/** The rider's tip; undefined: none. */
export function tipOf({ tip }: Pick<Draft, 'tip'>, shop: ConfigView) {
  const rounded = sumMajor([tip], shop.digit_after_decimal_point) // a damaged draft may have more decimals
  return rounded > 0 ? rounded : undefined
}

/**
 * The address of an order, as it is shown here: another device may have changed a saved one.
 * The id of an unchanged saved one is for the server to mark it as used last.
 */
export function addressBody(
  contact: Contact,
  saved: readonly AddressView[] | undefined,
  address: OrderRequest['address'],
) {
  const same = saved?.find((each) => isUnchangedAddress(contact, each))
  return { address, address_id: same?.id }
}
