import { IconPhotoPlus } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import type { Message } from '@/lib/text/messages'
import { BusyButton } from '@/components/form/busy-button'
import { UploadStatus } from './upload-status'
import { useImageUpload } from './use-image-upload'
import c from './image-field.module.css'

type Props = {
  label: Message
  /** Sends one photo. What it throws is shown, and the person can try again. */
  onAdd: (image: File) => Promise<unknown>
}

/** Takes photos and sends them one after the other. */
export function PhotoButton({ label, onAdd }: Props) {
  const { input, openFiles, isBusy, complaint } = useImageUpload({ multiple: true, send: onAdd })
  return (
    <div className={c.field}>
      {input}
      <BusyButton
        variant="default"
        mih={44}
        busy={isBusy}
        leftSection={<IconPhotoPlus size={20} aria-hidden />}
        onClick={openFiles}
      >
        <FormattedMessage {...label} />
      </BusyButton>
      <UploadStatus isBusy={isBusy} complaint={complaint} />
    </div>
  )
}
