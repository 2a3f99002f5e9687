import { IconChevronDown } from '@tabler/icons-react'
import { useState, type ComponentProps } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Avatar } from '@/components/account/avatar'
import { lazyOverlay } from '@/components/loading/lazy'
import { Skeleton } from '@/components/loading/skeleton'
import { useCustomer } from '@/lib/account/customer'
import { defineMessages } from '@/lib/text/messages'
import c from './account-button.module.css'

const AccountMenu = lazyOverlay(() => import('./account-menu'), { pending: ({ target }) => target })

const text = defineMessages({
  label: { id: 'account_button.label', defaultMessage: 'Account' },
  of: { id: 'account_button.of', defaultMessage: 'Account of {name}' },
})

/** Shows the customer's picture and first name. The menu is loaded when it first opens (HDR-01, HDR-03). */
export function AccountButton({ onLogout }: { onLogout: () => void }) {
  const [isOpened, setOpened] = useState(false)
  if (!isOpened) return <Target onClick={() => setOpened(true)} />
  return <AccountMenu target={<Target />} onLogout={onLogout} onClose={() => setOpened(false)} />
}

/** Has the same width before and after the name is loaded, so that the layout does not shift. */
function Target(props: ComponentProps<'button'>) {
  const { formatMessage: t } = useIntl()
  const { data: customer, isPending } = useCustomer()
  const first = customer?.f_name
  const name = customer ? `${customer.f_name} ${customer.l_name}`.trim() : ''
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...props}
      className={c.button}
      aria-label={first ? t(text.of, { name: first }) : t(text.label)}
    >
      <Avatar src={customer?.image_full_url ?? ''} name={name} size={36} />
      <span className={c.name}>
        {first ? <bdi>{first}</bdi> : isPending ? <Skeleton width="64px" /> : <FormattedMessage {...text.label} />}
      </span>
      <IconChevronDown size={16} aria-hidden className={c.chevron} />
    </button>
  )
}
