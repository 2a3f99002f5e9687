import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Money } from '@/components/price/money'
import { Fact } from '@/components/layout/fact'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { Tabs } from '@/components/layout/tabs'
import type { StaffApplicationView, StaffMemberView } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useDates } from '@/lib/text/times'
import { AskForm } from './ask-form'
import { applicationStates, useApplications, useDecide, type ApplicationState } from './desk-applications'
import { NothingNew } from './nothing-new'
import { PrivateImages } from './private-images'
import { ReasonForm } from './reason-form'
import c from './applications.module.css'

const text = defineMessages({
  which: { id: 'desk_applications.which', defaultMessage: 'Which applications' },
  waiting: { id: 'desk_applications.waiting', defaultMessage: 'Waiting' },
  approved: { id: 'desk_applications.approved', defaultMessage: 'Approved' },
  refused: { id: 'desk_applications.refused', defaultMessage: 'Refused' },
  none: { id: 'desk_applications.none', defaultMessage: 'No applications here' },
  store: { id: 'desk_applications.store', defaultMessage: 'Store' },
  rider: { id: 'desk_applications.rider', defaultMessage: 'Rider' },
  owner: { id: 'desk_applications.owner', defaultMessage: 'Owner' },
  phone: { id: 'desk_applications.phone', defaultMessage: 'Phone' },
  email: { id: 'desk_applications.email', defaultMessage: 'Email' },
  zone: { id: 'desk_applications.zone', defaultMessage: 'Zone' },
  module: { id: 'desk_applications.module', defaultMessage: 'Sells' },
  address: { id: 'desk_applications.address', defaultMessage: 'Address' },
  point: { id: 'desk_applications.point', defaultMessage: 'Latitude and longitude' },
  storePhone: { id: 'desk_applications.store_phone', defaultMessage: 'Phone of the store' },
  storeEmail: { id: 'desk_applications.store_email', defaultMessage: 'Email of the store' },
  minimum: { id: 'desk_applications.minimum', defaultMessage: 'Minimum order' },
  tax: { id: 'desk_applications.tax', defaultMessage: 'Tax' },
  times: { id: 'desk_applications.times', defaultMessage: 'Delivery time' },
  minutes: { id: 'desk_applications.minutes', defaultMessage: '{min} to {max} minutes' },
  plan: { id: 'desk_applications.plan', defaultMessage: 'Plan' },
  noReviews: { id: 'desk_applications.no_reviews', defaultMessage: 'without reviews' },
  vehicle: { id: 'desk_applications.vehicle', defaultMessage: 'Vehicle' },
  paper: { id: 'desk_applications.paper', defaultMessage: 'Document' },
  passport: { id: 'desk_applications.passport', defaultMessage: 'Passport' },
  national_id: { id: 'desk_applications.national_id', defaultMessage: 'National identity card' },
  driving_license: { id: 'desk_applications.driving_license', defaultMessage: 'Driver’s licence' },
  image: { id: 'desk_applications.image', defaultMessage: '{field}, opens in a new tab' },
  logo: { id: 'desk_applications.logo', defaultMessage: 'Logo' },
  cover: { id: 'desk_applications.cover', defaultMessage: 'Cover' },
  photo: { id: 'desk_applications.photo', defaultMessage: 'Photo of the rider' },
  document: { id: 'desk_applications.document', defaultMessage: 'Document' },
  identity: { id: 'desk_applications.identity', defaultMessage: 'Identity document' },
  emailKnown: {
    id: 'desk_applications.email_known',
    defaultMessage: 'An account of the staff has this email already, so this application cannot be approved.',
  },
  phoneKnown: { id: 'desk_applications.phone_known', defaultMessage: 'An account of the staff has this phone.' },
  others: {
    id: 'desk_applications.others',
    defaultMessage:
      '{count, plural, one {There is another application} other {There are # other applications}} with this email or phone.',
  },
  approve: { id: 'desk_applications.approve', defaultMessage: 'Approve' },
  approveStore: {
    id: 'desk_applications.approve_store',
    defaultMessage: 'This makes the store and the account of its owner at once. It cannot be taken back here.',
  },
  approveRider: {
    id: 'desk_applications.approve_rider',
    defaultMessage: 'This makes the account of the rider at once. It cannot be taken back here.',
  },
  refuse: { id: 'desk_applications.refuse', defaultMessage: 'Refuse' },
  keep: { id: 'desk_applications.keep', defaultMessage: 'Not now' },
  why: { id: 'desk_applications.why', defaultMessage: 'Why? The applicant reads this.' },
  unclear: { id: 'usual_reason.documents_unreadable', defaultMessage: 'The documents cannot be read' },
  outside: { id: 'usual_reason.no_need', defaultMessage: 'We do not need more in this zone now' },
  expired: { id: 'usual_reason.papers_expired', defaultMessage: 'The papers have expired' },
  isApproved: { id: 'desk_applications.is_approved', defaultMessage: '{name} is part of the town now' },
  isRefused: { id: 'desk_applications.is_refused', defaultMessage: 'The application is refused' },
  reason: { id: 'desk_applications.reason', defaultMessage: 'Reason: {reason}' },
  see: { id: 'desk_applications.see', defaultMessage: 'See the store' },
})

/** What stores and riders have sent to join the town (REG-01), for an admin to decide. */
export default function Applications({ member }: { member: StaffMemberView }) {
  const { formatMessage: t } = useIntl()
  const [state, setState] = useState<ApplicationState>('waiting')
  return (
    <Tabs
      label={t(text.which)}
      tabs={applicationStates.map((key) => ({ key, name: t(text[key]) }))}
      current={state}
      onChange={setState}
    >
      <List key={state} member={member} state={state} />
    </Tabs>
  )
}

function List({ member, state }: { member: StaffMemberView; state: ApplicationState }) {
  const { list, applications } = useApplications(member, state)
  const query = { ...list, data: applications, refetch: () => list.refetch() }
  return (
    <QueryView query={query} skeleton={<Skeleton height={240} radius={18} />}>
      {(all) =>
        all.length === 0 ? (
          <NothingNew title={<FormattedMessage {...text.none} />} />
        ) : (
          <>
            <ul className={c.list}>
              {all.map((application) => (
                <Application key={application.id} member={member} application={application} />
              ))}
            </ul>
            <More list={list} />
          </>
        )
      }
    </QueryView>
  )
}

type Props = { member: StaffMemberView; application: StaffApplicationView }

function Application({ member, application }: Props) {
  const write = useDates(useShop().time_zone)
  const name = application.store_name ?? application.name
  return (
    <li className={c.application} aria-label={name}>
      <div>
        <h2 className={c.name}>
          <bdi>{name}</bdi>
        </h2>
        <p className={c.quiet}>
          <FormattedMessage {...text[application.kind]} />
          {' · '}
          <time dateTime={application.created_at}>{write(application.created_at, dayTime)}</time>
        </p>
      </div>
      {application.description && (
        <p>
          <bdi>{application.description}</bdi>
        </p>
      )}
      <Facts application={application} />
      <Images application={application} />
      {application.status === 'waiting' && <Warnings application={application} />}
      {application.status === 'refused' && (
        <p className={c.quiet}>
          <FormattedMessage {...text.reason} values={{ reason: <bdi key="reason">{application.reason}</bdi> }} />
        </p>
      )}
      {application.store_slug && (
        <p>
          <a className={c.link} href={`/store/${application.store_slug}`} target="_blank" rel="noreferrer">
            <FormattedMessage {...text.see} />
          </a>
        </p>
      )}
      {application.status === 'waiting' && <Decision member={member} application={application} />}
    </li>
  )
}

function Facts({ application: a }: { application: StaffApplicationView }) {
  const { formatMessage: t, formatNumber } = useIntl()
  const line = (name: Message, value: string | undefined) =>
    value && (
      <Fact name={name}>
        <bdi>{value}</bdi>
      </Fact>
    )
  return (
    <dl className={c.facts}>
      {a.kind === 'store' && line(text.owner, a.name)}
      {line(text.phone, a.phone)}
      {line(text.email, a.email)}
      {line(text.zone, a.zone_name)}
      {line(text.module, a.module_name)}
      {line(text.address, a.address)}
      {a.point && line(text.point, `${a.point.lat}, ${a.point.lng}`)}
      {line(text.storePhone, a.store_phone)}
      {line(text.storeEmail, a.store_email)}
      {a.kind === 'store' && (
        <>
          <Fact name={text.minimum}>
            <Money value={a.minimum_order ?? 0} />
          </Fact>
          {line(text.tax, formatNumber((a.tax ?? 0) / 100, { style: 'percent', maximumFractionDigits: 2 }))}
          {line(text.times, t(text.minutes, { min: a.delivery_time_min, max: a.delivery_time_max }))}
        </>
      )}
      {a.plan_name && (
        <Fact name={text.plan}>
          <bdi>{a.plan_name}</bdi>
          <br />
          <bdi>{a.plan_price}</bdi>
          {!a.reviews && (
            <>
              <br />
              <FormattedMessage {...text.noReviews} />
            </>
          )}
        </Fact>
      )}
      {line(text.vehicle, a.vehicle)}
      {a.identity_type && line(text.paper, `${t(text[a.identity_type])}: ${a.identity_number ?? ''}`)}
    </dl>
  )
}

const fieldNames: Partial<Record<string, Message>> = { logo: text.logo, cover: text.cover, photo: text.photo }

function Images({ application: { id, images } }: { application: StaffApplicationView }) {
  const { formatMessage: t } = useIntl()
  const nameOf = (field = '') => {
    const number = /_(\d)$/.exec(field)?.[1]
    const name = fieldNames[field] ?? (field.startsWith('identity') ? text.identity : text.document)
    return number ? `${t(name)} ${number}` : t(name)
  }
  if (images.length === 0) return null
  return (
    <PrivateImages
      ids={images.map((image) => image.id)}
      path={`/admin/applications/${id}/images`}
      label={(number) => t(text.image, { field: nameOf(images[number - 1]?.field) })}
    />
  )
}

function Warnings({ application: a }: { application: StaffApplicationView }) {
  const { formatMessage: t } = useIntl()
  const warnings = [
    a.email_known && t(text.emailKnown),
    a.phone_known && t(text.phoneKnown),
    a.others > 0 && t(text.others, { count: a.others }),
  ].filter((warning) => warning !== false)
  return warnings.map((warning) => (
    <p key={warning} className={c.warning}>
      <IconAlertTriangle size={18} aria-hidden />
      {warning}
    </p>
  ))
}

function Decision({ member, application }: Props) {
  const { formatMessage: t } = useIntl()
  const decide = useDecide(member)
  const [asked, setAsked] = useState<'approve' | 'refuse'>()
  const close = () => setAsked(undefined)
  const send = (approve: boolean, reason?: string) => {
    if (decide.isPending) return
    decide
      .mutateAsync({ id: application.id, approve, reason })
      .then(() =>
        toast(approve ? t(text.isApproved, { name: application.store_name ?? application.name }) : t(text.isRefused)),
      )
      .catch(() => {}) // a toast says why
  }
  if (asked === 'approve' && !application.email_known) {
    return (
      <AskForm
        hint={application.kind === 'store' ? text.approveStore : text.approveRider}
        label={text.approve}
        busy={decide.isPending}
        onSend={() => send(true)}
        onClose={close}
      />
    )
  }
  if (asked === 'refuse') {
    return (
      <ReasonForm
        step={{ label: text.refuse, reasons: [text.unclear, text.expired, text.outside] }}
        why={text.why}
        keep={text.keep}
        busy={decide.isPending}
        onAnswer={({ reason }) => send(false, reason)}
        onClose={close}
      />
    )
  }
  return (
    <div className={c.buttons}>
      <Button h={44} disabled={application.email_known} onClick={() => setAsked('approve')}>
        <FormattedMessage {...text.approve} />
      </Button>
      <Button variant="default" h={44} onClick={() => setAsked('refuse')}>
        <FormattedMessage {...text.refuse} />
      </Button>
    </div>
  )
}
