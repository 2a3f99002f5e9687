import { FormattedMessage } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { Money } from '@/components/price/money'
import type { QuoteView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'
import { showFirstProblem } from './problems'
import { isPaidFromWallet } from './wallet-payment'
import c from './checkout.module.css'

const text = defineMessages({
  place: { id: 'checkout.place', defaultMessage: 'Place order' },
  fromWallet: { id: 'checkout.pay_from_wallet', defaultMessage: 'Pay from your wallet' },
  pay: { id: 'checkout.pay', defaultMessage: 'Order and pay' },
  blocked: { id: 'checkout.blocked', defaultMessage: 'Please look at what is marked first.' },
})

type Props = {
  quote: Pick<QuoteView, 'problems' | 'total' | 'wallet_part' | 'to_pay'>
  isStale: boolean
  isBusy: boolean
  /** The shopper pays on the page of a gateway, right after placing. */
  paysOnline: boolean
  onPlace: () => void
  /** The texts of the button; default: those of orders. */
  labels?: { place: Message; pay: Message }
}

/** Places the order and shows what is paid for it. On phones it sticks to the bottom of the screen. */
export function PlaceButton({ quote, isStale, isBusy, paysOnline, onPlace, labels = text }: Props) {
  const isBlocked = quote.problems.length > 0
  const fromWallet = isPaidFromWallet(quote)
  return (
    <div className={c.place} data-stands>
      {isBlocked && (
        <button type="button" className={c.blocked} onClick={() => showFirstProblem()}>
          <FormattedMessage {...text.blocked} />
        </button>
      )}
      <BusyButton
        fullWidth
        h={52}
        disabled={isBlocked || isStale}
        busy={isBusy}
        // An invalid field gets the focus, so that its value is not silently left out.
        onClick={() => showFirstProblem() || onPlace()}
        justify="space-between"
        rightSection={<Money value={fromWallet ? quote.wallet_part : quote.to_pay} />}
      >
        <FormattedMessage {...(fromWallet ? text.fromWallet : paysOnline ? labels.pay : labels.place)} />
      </BusyButton>
    </div>
  )
}
