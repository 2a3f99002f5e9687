import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { Dialog } from '@/components/overlay/dialog'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { useLicenceDraft } from './licence-draft'
import { LicenceForm } from './licence-form'
import { licenceOptions } from './licence-queries'

const text = defineMessages({
  title: { id: 'licence_dialog.title', defaultMessage: 'Your driver’s licence' },
})

type Props = { opened?: boolean; onClose: () => void }

/** Asks for the licence where a trip needs it. What is filled in outlives a closing of the dialog. */
export default function LicenceDialog({ opened = true, onClose }: Props) {
  const licence = useQuery({ ...licenceOptions(useScope()), enabled: opened })
  const kept = useLicenceDraft(licence.data ?? undefined)
  return (
    <Dialog opened={opened} onClose={onClose} title={<FormattedMessage {...text.title} />}>
      <QueryView query={licence} skeleton={<Skeleton height={320} radius={14} />}>
        {(known) => <LicenceForm key={known?.id} licence={known ?? undefined} kept={kept} onSaved={onClose} />}
      </QueryView>
    </Dialog>
  )
}
