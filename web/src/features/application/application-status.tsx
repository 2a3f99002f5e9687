import { Button } from '@mantine/core'
import { IconCircleCheck, IconHourglassHigh, IconMessageExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { EmptyState } from '@/components/loading/empty-state'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { ApplicationView } from '@/lib/api/types.gen'
import { hrefTo } from '@/lib/page/href'
import { usePageTitle } from '@/lib/page/page-title'
import { useHash } from '@/lib/page/use-hash'
import { isNotFound } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useDates } from '@/lib/text/times'
import { useApplication } from './application-queries'
import { valuesOf, writeDraft } from './draft'
import c from './application.module.css'

const text = defineMessages({
  title: { id: 'application_status.title', defaultMessage: 'Your application' },
  waiting: { id: 'application_status.waiting', defaultMessage: 'Thank you! We are looking at your application.' },
  sentAt: { id: 'application_status.sent_at', defaultMessage: 'Sent on {time}' },
  mail: {
    id: 'application_status.mail',
    defaultMessage: 'As soon as it is decided, we write to {email}. You can also keep this page and come back.',
  },
  approved: { id: 'application_status.approved', defaultMessage: 'Welcome! You are accepted.' },
  approvedStore: {
    id: 'application_status.approved_store',
    defaultMessage:
      'Your store is closed until you enter your opening hours at the desk. We add what you sell: please send us your list.',
  },
  approvedRider: {
    id: 'application_status.approved_rider',
    defaultMessage: 'The deliveries of your zone wait for you at the desk.',
  },
  signIn: {
    id: 'application_status.sign_in',
    defaultMessage: 'Sign in there as {email}, with the password that you chose.',
  },
  desk: { id: 'application_status.desk', defaultMessage: 'Go to the desk' },
  store: { id: 'application_status.store', defaultMessage: 'See your store' },
  refused: { id: 'application_status.refused', defaultMessage: 'We cannot accept your application' },
  reason: { id: 'application_status.reason', defaultMessage: 'The reason' },
  again: { id: 'application_status.again', defaultMessage: 'Apply again' },
  kept: {
    id: 'application_status.kept',
    defaultMessage: 'What you entered is kept; only the pictures and the password are needed again.',
  },
  none: { id: 'application_status.none', defaultMessage: 'This application was not found' },
  noneText: {
    id: 'application_status.none_text',
    defaultMessage: 'The link is not complete, or the application has been deleted since.',
  },
  home: { id: 'application_status.home', defaultMessage: 'Browse shops' },
})

/** The state of an application, for the applicant. */
export function ApplicationStatus({ onAgain }: { onAgain: (kind: ApplicationView['kind']) => void }) {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(text.title))
  const hash = useHash()
  if (hash === undefined) return <Skeleton height={320} radius={18} />
  if (hash === '') return <Unknown />
  const token = decodeURIComponent(hash)
  return <Loaded key={token} token={token} onAgain={onAgain} />
}

function Loaded({ token, onAgain }: { token: string; onAgain: (kind: ApplicationView['kind']) => void }) {
  const query = useApplication(token)
  if (isNotFound(query.error)) return <Unknown />
  return (
    <QueryView query={query} skeleton={<Skeleton height={320} radius={18} />}>
      {(application) => <Status application={application} onAgain={onAgain} />}
    </QueryView>
  )
}

const Unknown = () => (
  <EmptyState
    isPage
    title={<FormattedMessage {...text.none} />}
    text={<FormattedMessage {...text.noneText} />}
    action={
      <Button component={AppLink} href="/home" size="md">
        <FormattedMessage {...text.home} />
      </Button>
    }
  />
)

type Props = { application: ApplicationView; onAgain: (kind: ApplicationView['kind']) => void }

function Status({ application, onAgain }: Props) {
  const { locale } = useIntl()
  const write = useDates(useShop().time_zone)
  const { kind, status, email } = application
  const mail = <bdi key="mail">{email}</bdi>
  if (status === 'waiting') {
    return (
      <Box icon={<IconHourglassHigh size={64} aria-hidden />} heading={<FormattedMessage {...text.waiting} />}>
        <p>
          <FormattedMessage {...text.mail} values={{ email: mail }} />
        </p>
        <p className={c.hint}>
          <FormattedMessage {...text.sentAt} values={{ time: write(application.created_at, dayTime) }} />
        </p>
      </Box>
    )
  }
  if (status === 'refused') {
    const again = () => {
      writeDraft(kind, { values: valuesOf(application, locale), step: 0 })
      onAgain(kind)
    }
    return (
      <Box icon={<IconMessageExclamation size={64} aria-hidden />} heading={<FormattedMessage {...text.refused} />}>
        <p className={c.reason}>
          <b>
            <FormattedMessage {...text.reason} />
          </b>
          <br />
          <bdi>{application.reason}</bdi>
        </p>
        <Button size="md" onClick={again}>
          <FormattedMessage {...text.again} />
        </Button>
        <p className={c.hint}>
          <FormattedMessage {...text.kept} />
        </p>
      </Box>
    )
  }
  return (
    <Box icon={<IconCircleCheck size={64} aria-hidden />} heading={<FormattedMessage {...text.approved} />}>
      <p>
        <FormattedMessage {...(kind === 'store' ? text.approvedStore : text.approvedRider)} />
      </p>
      <p>
        <FormattedMessage {...text.signIn} values={{ email: mail }} />
      </p>
      <Button component="a" href="/desk" size="md">
        <FormattedMessage {...text.desk} />
      </Button>
      {application.store_slug && (
        <Button
          variant="default"
          component={AppLink}
          href={hrefTo('/store/$id', { params: { id: application.store_slug } })}
          size="md"
        >
          <FormattedMessage {...text.store} />
        </Button>
      )}
    </Box>
  )
}

const Box = ({ icon, heading, children }: { icon: ReactNode; heading: ReactNode; children: ReactNode }) => (
  <div className={c.status} role="status">
    {icon}
    <h1>{heading}</h1>
    {children}
  </div>
)
