import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { Fact } from '@/components/layout/fact'
import receipt from '@/components/purchase/receipt.module.css'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { UploadedImage } from '@/components/upload/uploaded-image'
import images from '@/components/upload/image-field.module.css'
import type { LicenceCheckView, LicenceView } from '@/lib/api/types.gen'
import { usePageTitle } from '@/lib/page/page-title'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { dateOnly } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { LicenceForm } from './licence-form'
import { licenceOptions, useDeleteLicence } from './licence-queries'
import c from './licence.module.css'

const text = defineMessages({
  title: { id: 'licence.title', defaultMessage: 'Driver’s licence' },
  why: {
    id: 'licence.why',
    defaultMessage: 'Whoever rents a vehicle needs one. Give it here once, and it is there for all of your trips.',
  },
  kept: {
    id: 'licence.kept',
    defaultMessage:
      'It is deleted with your account, a year after your last trip, or 30 days after it has expired. You can delete it yourself while no trip needs it.',
  },
  name: { id: 'licence.name', defaultMessage: 'Name' },
  number: { id: 'licence.number', defaultMessage: 'Number' },
  expires: { id: 'licence.expires', defaultMessage: 'Valid until' },
  forEver: { id: 'licence.for_ever', defaultMessage: 'No date' },
  front: { id: 'licence.front', defaultMessage: 'Front of the licence' },
  back: { id: 'licence.back', defaultMessage: 'Back of the licence' },
  checks: { id: 'licence.checks', defaultMessage: 'What providers found' },
  approved: { id: 'licence.approved', defaultMessage: '{provider} has approved it.' },
  refused: { id: 'licence.refused', defaultMessage: '{provider} has refused it: {reason}' },
  waiting: {
    id: 'licence.waiting',
    defaultMessage: 'No provider has checked it yet. The provider of your next trip will, before you get the vehicle.',
  },
  change: { id: 'licence.change', defaultMessage: 'Change' },
  keep: { id: 'licence.keep', defaultMessage: 'Keep it as it is' },
  delete: { id: 'licence.delete', defaultMessage: 'Delete' },
  sure: { id: 'licence.sure', defaultMessage: 'Delete your driver’s licence?' },
  asked: { id: 'licence.asked', defaultMessage: 'You are asked for it again when you next rent a vehicle.' },
})

/** The page of the profile with the driver's licence of a customer (RNT-11). */
export default function Licence() {
  usePageTitle(useIntl().formatMessage(text.title))
  const licence = useQuery(licenceOptions(useScope()))
  return (
    <>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <p className={c.quiet}>
        <FormattedMessage {...text.why} />
      </p>
      <QueryView query={licence} skeleton={<Skeleton height={320} radius={18} />}>
        {(known) => (known ? <StoredLicence key={known.id} licence={known} /> : <LicenceForm onSaved={() => {}} />)}
      </QueryView>
      <p className={c.quiet}>
        <FormattedMessage {...text.kept} />
      </p>
    </>
  )
}

function StoredLicence({ licence }: { licence: LicenceView }) {
  const { formatMessage: t } = useIntl()
  const [isChanging, setChanging] = useState(false)
  if (isChanging) {
    return (
      <>
        <LicenceForm licence={licence} onSaved={() => setChanging(false)} />
        <Button variant="default" mih={44} onClick={() => setChanging(false)}>
          <FormattedMessage {...text.keep} />
        </Button>
      </>
    )
  }
  return (
    <>
      <dl className={receipt.facts}>
        <Fact name={text.name}>
          <bdi>{licence.name}</bdi>
        </Fact>
        <Fact name={text.number}>
          <bdi dir="ltr">{licence.number}</bdi>
        </Fact>
        <Fact name={text.expires}>
          {licence.expires_on === '' ? <FormattedMessage {...text.forEver} /> : <Day of={licence.expires_on} />}
        </Fact>
      </dl>
      <div className={images.images}>
        <UploadedImage id={licence.front} label={t(text.front)} />
        <UploadedImage id={licence.back} label={t(text.back)} />
      </div>
      <Checks of={licence.checks} />
      <div className={c.actions}>
        <Button mih={44} onClick={() => setChanging(true)}>
          <FormattedMessage {...text.change} />
        </Button>
        <DeleteButton id={licence.id} />
      </div>
    </>
  )
}

/** A day, the same in every time zone. */
function Day({ of }: { of: string }) {
  const write = useTimes('UTC')
  return <time dateTime={of}>{write(of, dateOnly)}</time>
}

function Checks({ of: checks }: { of: readonly LicenceCheckView[] }) {
  const values = ({ provider_name: provider, reason }: LicenceCheckView) => ({
    provider: <bdi key="provider">{provider}</bdi>,
    reason: <bdi key="reason">{reason}</bdi>,
  })
  return (
    <section aria-labelledby="licence-checks" className={c.words}>
      <h2 id="licence-checks" className={c.label}>
        <FormattedMessage {...text.checks} />
      </h2>
      {checks.length === 0 && (
        <p>
          <FormattedMessage {...text.waiting} />
        </p>
      )}
      {checks.map((check) => (
        <p key={check.provider_id} data-tone={check.status === 'refused' ? 'problem' : undefined}>
          <FormattedMessage {...text[check.status]} values={values(check)} />
        </p>
      ))}
    </section>
  )
}

function DeleteButton({ id }: { id: number }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteLicence()
  return (
    <>
      <Button variant="default" mih={44} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <FormattedMessage {...text.delete} />
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={<FormattedMessage {...text.sure} />}
        confirm={<FormattedMessage {...text.delete} />}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>
          <FormattedMessage {...text.asked} />
        </p>
      </ConfirmDialog>
    </>
  )
}
