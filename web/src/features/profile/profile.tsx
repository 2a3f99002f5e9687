import { FormattedMessage, useIntl } from 'react-intl'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { useCustomer } from '@/lib/account/customer'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { ProfileForm } from './profile-form'
import c from './profile.module.css'

const text = defineMessages({
  title: { id: 'profile.title', defaultMessage: 'Edit Personal Details' },
})

/** The profile of a customer (PROF-01). */
export function Profile({ onBack }: { onBack: () => void }) {
  usePageTitle(useIntl().formatMessage(text.title))
  const customer = useCustomer()
  return (
    <>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <QueryView query={customer} skeleton={<ProfileSkeleton />}>
        {(known) => <ProfileForm customer={known} onBack={onBack} />}
      </QueryView>
    </>
  )
}

function ProfileSkeleton() {
  return (
    <div className={c.form} aria-hidden>
      <Skeleton width="96px" height={96} radius={48} />
      <Skeleton height={76} radius={14} />
      <Skeleton height={76} radius={14} />
      <Skeleton height={76} radius={14} />
    </div>
  )
}
