import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { maxImages } from '@/lib/account/shrink-image'
import { useUpload, type UploadPurpose } from '@/lib/account/uploads'
import { defineMessages } from '@/lib/text/messages'
import { BusyButton } from '@/components/form/busy-button'
import { UploadStatus } from './upload-status'
import { UploadedImage } from './uploaded-image'
import { useImageUpload } from './use-image-upload'
import c from './image-field.module.css'

const text = defineMessages({
  add: { id: 'images.add', defaultMessage: 'Add photos' },
  remove: { id: 'images.remove', defaultMessage: 'Remove photo {number}' },
  number: { id: 'images.number', defaultMessage: 'Photo {number}' },
})

type Props = {
  purpose: UploadPurpose
  /** Ids of images that are uploaded. */
  images: readonly string[]
  /** Called after each upload, when the form around it may have changed. It must not bring back an older state of it. */
  onChange: (images: string[]) => void
  /** Called when an upload begins and when it ends, for the button of the form. */
  onBusy: (isBusy: boolean) => void
}

/** Takes up to three images. Each is uploaded at once, so that a reload keeps it. */
export function ImageField({ purpose, images, onChange, onBusy }: Props) {
  const { formatMessage: t } = useIntl()
  const { input, openFiles, isBusy, complaint, clearComplaint } = useImageUpload({
    multiple: true,
    room: maxImages - images.length,
    send: useUpload(purpose),
    onSent: (sent) => onChange([...images, ...sent]),
    onBusy,
  })
  const remove = (id: string) => {
    clearComplaint()
    onChange(images.filter((image) => image !== id))
  }

  return (
    <div className={c.field}>
      {images.length > 0 && (
        <ul className={c.images}>
          {images.map((id, at) => (
            <li key={id} className={c.image}>
              <UploadedImage id={id} label={t(text.number, { number: at + 1 })} />
              <button type="button" className={c.remove} disabled={isBusy} onClick={() => remove(id)}>
                <IconX size={18} aria-hidden />
                <span className="sr">
                  <FormattedMessage {...text.remove} values={{ number: at + 1 }} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {input}
      {images.length < maxImages && (
        <BusyButton
          variant="default"
          h={44}
          busy={isBusy}
          leftSection={<IconPhotoPlus size={20} aria-hidden />}
          onClick={openFiles}
        >
          <FormattedMessage {...text.add} />
        </BusyButton>
      )}
      <UploadStatus isBusy={isBusy} complaint={complaint} />
    </div>
  )
}
