import { IconChevronRight } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Avatar } from '@/components/account/avatar'
import { AppLink } from '@/components/app-link'
import { Skeleton } from '@/components/loading/skeleton'
import { useCustomer } from '@/lib/account/customer'
import { defineMessages } from '@/lib/text/messages'
import { hrefTo } from '@/lib/page/href'
import c from './account-hub.module.css'

const text = defineMessages({
  failed: { id: 'account_hub.failed', defaultMessage: 'Your name and contacts could not be loaded.' },
  profile: { id: 'account_hub.profile', defaultMessage: 'Profile settings' },
})

/** Shows the signed-in customer, with a link to the profile settings. */
export function AccountPerson() {
  const { data: customer, isPending, isError } = useCustomer()
  const name = customer ? `${customer.f_name} ${customer.l_name}`.trim() : ''
  return (
    <AppLink href={hrefTo('/profile', { search: { page: 'profile-settings' } })} className={c.person}>
      <Avatar src={customer?.image_full_url ?? ''} name={name} size={64} />
      <span className={c.words}>
        {isPending ? (
          <Skeleton width="160px" />
        ) : (
          name && (
            <b className={c.who}>
              <bdi>{name}</bdi>
            </b>
          )
        )}
        {!customer && isError ? (
          <span className={c.quiet} role="status">
            <FormattedMessage {...text.failed} />
          </span>
        ) : (
          <bdi dir="ltr" className={c.quiet}>
            {customer?.email || customer?.phone}
          </bdi>
        )}
        <span className={c.edit}>
          <FormattedMessage {...text.profile} />
        </span>
      </span>
      <IconChevronRight size={20} className="mirrored" aria-hidden />
    </AppLink>
  )
}
