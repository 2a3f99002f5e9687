import { IconPhotoPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { UploadStatus } from '@/components/upload/upload-status'
import { UploadedImage } from '@/components/upload/uploaded-image'
import { useImageUpload } from '@/components/upload/use-image-upload'
import { useUpload } from '@/lib/account/uploads'
import { defineMessages, type Message } from '@/lib/text/messages'
import c from './licence.module.css'

const text = defineMessages({
  add: { id: 'licence_photo.add', defaultMessage: 'Add photo' },
  change: { id: 'licence_photo.change', defaultMessage: 'Take another photo' },
})

type Props = {
  label: Message
  /** Id of the uploaded photo; empty: none. */
  image: string
  error?: string
  onChange: (image: string) => void
  /** Called when an upload begins and when it ends, for the button of the form. */
  onBusy: (isBusy: boolean) => void
}

/** The photo of one side of a licence. It is uploaded at once, as a private image of the shopper. */
export function SidePhoto({ label, image, error, onChange, onBusy }: Props) {
  const { formatMessage: t } = useIntl()
  const upload = useUpload('licence')
  const { input, openFiles, isBusy, complaint } = useImageUpload({
    send: async (photo) => onChange(await upload(photo)),
    onBusy,
  })
  const id = useId()
  const problem = complaint ?? error

  return (
    <div role="group" aria-labelledby={`${id}-label`} className={c.side}>
      <span id={`${id}-label`} className={c.label}>
        <FormattedMessage {...label} />
      </span>
      {image !== '' && <UploadedImage id={image} label={t(label)} />}
      {input}
      <BusyButton
        variant="default"
        mih={44}
        busy={isBusy}
        aria-describedby={`${id}-label${problem ? ` ${id}-problem` : ''}`}
        leftSection={<IconPhotoPlus size={20} aria-hidden />}
        onClick={openFiles}
      >
        <FormattedMessage {...(image === '' ? text.add : text.change)} />
      </BusyButton>
      <UploadStatus isBusy={isBusy} complaint={problem} complaintId={`${id}-problem`} />
    </div>
  )
}
