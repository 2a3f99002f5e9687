import { useCallback, useState } from 'react'
import { GuestPrompt, type AuthMode } from '@/components/account/guest-prompt'
import { nextStep } from '@/lib/scope/next-step'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { CartDrawer } from './cart-drawer'
import { useCart } from './cart-queries'

type Props = {
  opened: boolean
  onClose: () => void
  onHome: () => void
  onCheckout: () => void
  /** Opens the sign-in. */
  onAuth: (mode: AuthMode) => void
}

/** The cart's drawer, and the question whether to sign in before the checkout (CART-06). */
export default function Cart({ opened, onClose, onHome, onCheckout, onAuth }: Props) {
  const shop = useShop()
  const { signedIn } = useScope()
  const { lines = [] } = useCart()
  const [isAsking, setAsking] = useState(false)

  // Escape in the question closes only the question.
  const closeDrawer = useCallback(() => isAsking || onClose(), [isAsking, onClose])
  const closeAnd = (open: () => void) => () => {
    setAsking(false)
    onClose()
    open()
  }
  const next = () => {
    switch (nextStep(shop, { isEmpty: lines.length === 0, signedIn })) {
      case 'home':
        return closeAnd(onHome)()
      case 'checkout':
        return closeAnd(onCheckout)()
      case 'ask':
        return setAsking(true)
      case 'auth':
        return closeAnd(() => onAuth('sign-in'))()
    }
  }

  return (
    <>
      <CartDrawer opened={opened} onClose={closeDrawer} onNext={next} />
      <GuestPrompt
        opened={opened && isAsking}
        onClose={() => setAsking(false)}
        onGuest={closeAnd(onCheckout)}
        onAuth={(mode) => closeAnd(() => onAuth(mode))()}
      />
    </>
  )
}
