import { leaveFor } from '@/lib/page/leave'
import { toast } from '@/lib/page/toast'

type Shown = {
  /** Opens the page of what was placed. */
  show: (replace: boolean) => Promise<void>
  /** The address of the gateway, if it is paid there. */
  payment: string | undefined
  /** For a shopper who has left the checkout. */
  message: string
  label: string
}

/** Shows what was placed. A shopper who has left the checkout (isHere) stays where they are, and gets a toast. */
export function showPlaced(isHere: boolean, { show, payment, message, label }: Shown) {
  // Its page takes the checkout's place before the browser leaves for the gateway, so that the back
  // button and a reload show that page, which can still be paid, and place nothing again.
  if (isHere) void show(true).then(() => payment && leaveFor(payment))
  else toast(message, { label, run: () => void show(false) })
}
