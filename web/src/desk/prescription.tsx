import { FormattedMessage, useIntl } from 'react-intl'
import type { StaffOrderView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { PrivateImages } from './private-images'
import type { Role } from './steps'
import c from './order-parts.module.css'

const text = defineMessages({
  title: { id: 'desk_prescription.title', defaultMessage: 'Prescription' },
  image: { id: 'desk_prescription.image', defaultMessage: 'Prescription, image {number}' },
})

/** The images of a prescription, which only the store and admins see. */
export function Prescription({ order, role }: { order: StaffOrderView; role: Role }) {
  const { formatMessage: t } = useIntl()
  const images = order.prescription_images ?? []
  if (images.length === 0) return null
  return (
    <div>
      <p className={c.quiet}>
        <FormattedMessage {...text.title} />
      </p>
      <PrivateImages ids={images} role={role} label={(number) => t(text.image, { number })} />
    </div>
  )
}
