import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { Fact } from '@/components/layout/fact'
import { checkAdminLicence, checkVendorLicence } from '@/lib/api/sdk.gen'
import type { CheckLicenceInputBody, StaffLicenceView, StaffMemberView, StaffTripView } from '@/lib/api/types.gen'
import { problems } from '@/lib/requests/problems'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { common } from '@/lib/text/intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dateOnly } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { tripsKey } from './desk-trips'
import { PrivateImages } from './private-images'
import { ReasonForm } from './reason-form'
import { StepUnanswered } from './step-buttons'
import card from './order-card.module.css'
import c from './order-parts.module.css'

const states = defineMessages({
  missing: { id: 'desk_licence.missing', defaultMessage: 'The shopper has given no driver’s licence yet.' },
  expired: { id: 'desk_licence.expired', defaultMessage: 'It expires before the vehicle is back.' },
  waiting: { id: 'desk_licence.waiting', defaultMessage: 'Check it before you hand the vehicle over.' },
  approved: { id: 'desk_licence.approved', defaultMessage: 'Approved by {name}' },
  refused: { id: 'desk_licence.refused', defaultMessage: 'Refused by {name}: {reason}' },
})

const text = defineMessages({
  title: { id: 'desk_licence.title', defaultMessage: 'Driver’s licence' },
  name: { id: 'desk_licence.name', defaultMessage: 'Name' },
  number: { id: 'desk_licence.number', defaultMessage: 'Number' },
  expires: { id: 'desk_licence.expires', defaultMessage: 'Valid until' },
  forEver: { id: 'desk_licence.for_ever', defaultMessage: 'No date' },
  side: { id: 'desk_licence.side', defaultMessage: 'Driver’s licence, photo {number}' },
  approve: { id: 'desk_licence.approve', defaultMessage: 'Approve licence' },
  refuse: { id: 'desk_licence.refuse', defaultMessage: 'Refuse licence' },
  keep: { id: 'desk_licence.keep', defaultMessage: 'Do not refuse it' },
})

const reasons = defineMessages({
  unreadable: { id: 'usual_reason.photos_unreadable', defaultMessage: 'The photos cannot be read' },
  otherName: { id: 'usual_reason.other_name', defaultMessage: 'Name or number are not those in the photos' },
  wrongClass: { id: 'usual_reason.wrong_class', defaultMessage: 'It is not for this kind of vehicle' },
})

type Props = { member: StaffMemberView; trip: StaffTripView }
type Check = Omit<CheckLicenceInputBody, 'licence_id'>
/** What was found, and the licence as it was on the screen. */
type Sent = { check: Check; seen: StaffLicenceView }

/** The driver's licence of a trip under way, which the provider checks before the hand-over (RNT-11). */
export function TripLicence({ member, trip }: Props) {
  const { driver_licence: licence } = trip
  if (!licence) return null
  return (
    <div className={c.words}>
      <h3 className={c.quiet}>
        <FormattedMessage {...text.title} />
      </h3>
      <State of={licence} />
      {licence.id !== 0 && <LicenceFacts trip={trip} member={member} licence={licence} />}
      {licence.can_check && <LicenceDecision key={licence.id} trip={trip} member={member} licence={licence} />}
    </div>
  )
}

function State({ of }: { of: StaffLicenceView }) {
  const words: Message = states[of.status]
  const values = { name: <bdi key="name">{of.checked_by}</bdi>, reason: <bdi key="reason">{of.reason}</bdi> }
  return (
    <p role="status">
      <b>
        <FormattedMessage {...words} values={values} />
      </b>
    </p>
  )
}

type LicenceProps = Props & { licence: StaffLicenceView }

function LicenceFacts({ member, trip, licence }: LicenceProps) {
  const { formatMessage: t } = useIntl()
  const write = useTimes('UTC')
  const day = licence.expires_on
  return (
    <>
      <dl className={c.facts}>
        <Fact name={text.name}>
          <bdi>{licence.name}</bdi>
        </Fact>
        <Fact name={text.number}>
          <bdi dir="ltr">{licence.number}</bdi>
        </Fact>
        <Fact name={text.expires}>
          {day === '' ? (
            <FormattedMessage {...text.forEver} />
          ) : (
            // The same day in every time zone.
            <time dateTime={day}>{write(day, dateOnly)}</time>
          )}
        </Fact>
      </dl>
      <PrivateImages
        ids={[licence.front, licence.back]}
        path={`/${member.role}/trips/${trip.id}/driver-licence`}
        label={(number) => t(text.side, { number })}
      />
    </>
  )
}

function useCheck({ member, trip, licence }: LicenceProps) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { quiet: true }, // it is said below
    mutationFn: ({ check }: Sent) => {
      const send = member.role === 'admin' ? checkAdminLicence : checkVendorLicence
      // Next release: seen_status too. During an upgrade an older instance may respond, which refuses it.
      return send({ path: { id: trip.id }, body: { ...check, licence_id: licence.id }, throwOnError: true })
    },
    onSettled: (_response, error) => refetchAfter(queryClient, tripsKey(member), error),
  })
}

/** The buttons to approve and to refuse; refusing asks why. */
function LicenceDecision(props: LicenceProps) {
  const { formatMessage: t } = useIntl()
  const { licence } = props
  const { status } = licence
  const check = useCheck(props)
  const send = (found: Check, then?: () => void) =>
    check.mutate({ check: found, seen: licence }, { onSettled: () => then?.() })
  const [isRefusing, setRefusing] = useState(false)
  const sent = check.variables
  // It may have worked, or somebody else may have checked the licence since.
  const isSame = sent?.seen.status === status && sent.seen.checked_at === licence.checked_at
  if (isRefusing) {
    return (
      <ReasonForm
        step={{ label: text.refuse, reasons: Object.values(reasons) }}
        keep={text.keep}
        busy={check.isPending}
        onAnswer={({ reason }) => send({ approve: false, reason }, () => setRefusing(false))}
        onClose={() => setRefusing(false)}
      />
    )
  }
  return (
    <div className={card.steps}>
      {check.isError && sent && isSame && (
        <StepUnanswered
          message={problems(check.error, t(common.offline))[0]?.message}
          onRetry={() => check.mutate(sent)}
        />
      )}
      {(status === 'waiting' || status === 'refused') && (
        <BusyButton fullWidth mih={44} busy={check.isPending} onClick={() => send({ approve: true })}>
          <FormattedMessage {...text.approve} />
        </BusyButton>
      )}
      {status !== 'refused' && (
        <Button variant="default" fullWidth mih={44} disabled={check.isPending} onClick={() => setRefusing(true)}>
          <FormattedMessage {...text.refuse} />
        </Button>
      )}
    </div>
  )
}
