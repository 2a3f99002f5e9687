import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import type { OrderView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { InfoBox } from '@/components/info-box'

const text = defineMessages({
  title: { id: 'keep_order.title', defaultMessage: 'Keep this order' },
  why: {
    id: 'keep_order.why',
    defaultMessage: 'Guests have no list of orders. With an account you find it again, on any device.',
  },
  choose: { id: 'keep_order.choose', defaultMessage: 'Choose a password' },
})

type Props = { order: OrderView; token: string }

/** Opens sign-up to add a guest's order to a new account (ORD-01). The form is filled in from the order. */
export function KeepOrder({ order: { id, address }, token }: Props) {
  const hasPasswords = useShop().centralize_login.manual_login_status === 1
  const { signIn } = useAccountDialogs()
  if (!hasPasswords) return null
  const keeping = {
    orderId: id,
    token,
    name: address?.contact_person_name ?? '',
    email: address?.contact_person_email ?? '',
    phone: address?.contact_person_number ?? '',
  }
  return (
    <InfoBox title={text.title} why={text.why}>
      <Button
        variant="default"
        h={44}
        aria-haspopup="dialog"
        onClick={() => signIn('sign-up', `/order/${id}`, keeping)}
      >
        <FormattedMessage {...text.choose} />
      </Button>
    </InfoBox>
  )
}
