import { IconAlertCircle, IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { imagesProblem, imageTypes, mostImages, shrink } from '@/lib/account/shrink-image'
import { useUpload, type UploadPurpose } from '@/lib/account/uploads'
import { problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { BusyButton } from './busy-button'
import { UploadedImage } from './uploaded-image'
import c from './image-field.module.css'

const text = defineMessages({
  add: { id: 'images.add', defaultMessage: 'Add photos' },
  remove: { id: 'images.remove', defaultMessage: 'Remove photo {number}' },
  number: { id: 'images.number', defaultMessage: 'Photo {number}' },
  // Prescribed, as it stands (ITEM-11).
  most: { id: 'images.most', defaultMessage: 'Maximum 3 images can be send at a time.' },
  type: {
    id: 'images.type',
    defaultMessage: 'This file format is not supported. Please upload JPG, PNG, JPEG, or GIF images only.',
  },
  size: { id: 'images.size', defaultMessage: 'The picture may have at most 25 MB.' },
  damaged: { id: 'images.damaged', defaultMessage: 'This picture cannot be read. Please choose another one.' },
  uploading: { id: 'images.uploading', defaultMessage: 'Uploading…' },
})

type Props = {
  purpose: UploadPurpose
  /** Ids of images that are uploaded. */
  images: readonly string[]
  /** Called after each upload, when the form around it may have changed. It must not bring back an older state of it. */
  onChange: (images: string[]) => void
}

/** Takes up to three images. Each is uploaded at once, so that a reload keeps it. */
export function ImageField({ purpose, images, onChange }: Props) {
  const { formatMessage: t } = useIntl()
  const upload = useUpload(purpose)
  const files = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [complaint, setComplaint] = useState<string>()

  const add = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    const wrong = imagesProblem(chosen, images.length)
    setComplaint(wrong && t(text[wrong]))
    if (wrong) return
    setBusy(true)
    const all = [...images]
    try {
      for (const file of chosen) {
        const image = await shrink(file).catch(() => undefined)
        if (!image) {
          setComplaint(t(text.damaged))
          break
        }
        all.push(await upload(image))
        onChange([...all])
      }
    } catch (error) {
      setComplaint(problems(error, t(common.offline))[0]?.message)
    } finally {
      setBusy(false)
    }
  }
  const remove = (id: string) => {
    setComplaint(undefined)
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
      <input
        ref={files}
        type="file"
        multiple
        accept={imageTypes.join(',')}
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          void add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = '' // the same file can be chosen again
        }}
      />
      {images.length < mostImages && (
        <BusyButton
          variant="default"
          h={44}
          busy={isBusy}
          leftSection={<IconPhotoPlus size={20} aria-hidden />}
          onClick={() => files.current?.click()}
        >
          <FormattedMessage {...text.add} />
        </BusyButton>
      )}
      <p className="sr" role="status">
        {isBusy && <FormattedMessage {...text.uploading} />}
      </p>
      {complaint && (
        <p className={c.problem} role="alert">
          <IconAlertCircle size={20} aria-hidden />
          <bdi>{complaint}</bdi>
        </p>
      )}
    </div>
  )
}
