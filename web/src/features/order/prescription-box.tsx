import { useIntl } from 'react-intl'
import { UploadedImage } from '@/components/upload/uploaded-image'
import type { OrderView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'
import { InfoBox } from '@/components/layout/info-box'
import c from './prescription-box.module.css'

const text = defineMessages({
  waiting: { id: 'prescription.waiting', defaultMessage: 'A pharmacist is checking your prescription' },
  waitingWhy: {
    id: 'prescription.waiting_why',
    defaultMessage: 'The store confirms your order as soon as the prescription is approved.',
  },
  approved: { id: 'prescription.approved', defaultMessage: 'Your prescription is approved' },
  approvedWhy: { id: 'prescription.approved_why', defaultMessage: 'A pharmacist has checked it.' },
  refused: { id: 'prescription.refused', defaultMessage: 'Your prescription was not accepted' },
  refusedWhy: {
    id: 'prescription.refused_why',
    defaultMessage: 'The order was canceled. You pay nothing, and what was paid comes back.',
  },
  photo: { id: 'prescription.photo', defaultMessage: 'Photo {number} of your prescription' },
})

const words: Record<string, { title: Message; why: Message }> = {
  waiting: { title: text.waiting, why: text.waitingWhy },
  approved: { title: text.approved, why: text.approvedWhy },
  refused: { title: text.refused, why: text.refusedWhy },
}

type Props = { order: OrderView; status: string; isCanceled: boolean }

/** The status of an order's prescription, and its images (ITEM-11). */
export function PrescriptionBox({ order, status, isCanceled }: Props) {
  const { formatMessage: t } = useIntl()
  const said = words[status]
  if (!said || (isCanceled && status === 'waiting')) return null
  return (
    <InfoBox {...said}>
      {order.prescription_images.length > 0 && (
        <ul className={c.images}>
          {order.prescription_images.map((id, at) => (
            <li key={id}>
              <UploadedImage id={id} label={t(text.photo, { number: at + 1 })} />
            </li>
          ))}
        </ul>
      )}
    </InfoBox>
  )
}
