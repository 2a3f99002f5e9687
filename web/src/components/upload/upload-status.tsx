import { IconAlertCircle } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { imageTexts } from '@/lib/account/image-texts'
import c from './image-field.module.css'

type Props = { isBusy: boolean; complaint: string | undefined; complaintId?: string }

/** Says that an image is being uploaded, or why one was not. */
export function UploadStatus({ isBusy, complaint, complaintId }: Props) {
  return (
    <>
      <p className="sr" role="status">
        {isBusy && <FormattedMessage {...imageTexts.uploading} />}
      </p>
      {complaint && (
        <p id={complaintId} className={c.problem} role="alert">
          <IconAlertCircle size={20} aria-hidden />
          <bdi>{complaint}</bdi>
        </p>
      )}
    </>
  )
}
