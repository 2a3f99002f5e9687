import { IconAlertCircle, IconPhotoPlus } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import images from '@/components/image-field.module.css'
import { UploadedImage } from '@/components/uploaded-image'
import { imageProblem, imageTypes, shrink } from '@/lib/account/shrink-image'
import { useUpload } from '@/lib/account/uploads'
import { problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import c from './licence.module.css'

const text = defineMessages({
  add: { id: 'licence_photo.add', defaultMessage: 'Add photo' },
  change: { id: 'licence_photo.change', defaultMessage: 'Take another photo' },
  type: {
    id: 'licence_photo.type',
    defaultMessage: 'This file format is not supported. Please upload JPG, PNG, JPEG, or GIF images only.',
  },
  size: { id: 'licence_photo.size', defaultMessage: 'The picture may have at most 25 MB.' },
  damaged: { id: 'licence_photo.damaged', defaultMessage: 'This picture cannot be read. Please choose another one.' },
  uploading: { id: 'licence_photo.uploading', defaultMessage: 'Uploading…' },
})

type Props = {
  label: Message
  /** Id of the uploaded photo; empty: none. */
  image: string
  error?: string
  onChange: (image: string) => void
}

/** The photo of one side of a licence. It is uploaded at once, as a private image of the shopper. */
export function SidePhoto({ label, image, error, onChange }: Props) {
  const { formatMessage: t } = useIntl()
  const upload = useUpload('licence')
  const files = useRef<HTMLInputElement>(null)
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [complaint, setComplaint] = useState<string>()
  const problem = complaint ?? error

  const send = async (file: File | undefined) => {
    if (!file) return
    const wrong = imageProblem(file)
    setComplaint(wrong && t(text[wrong]))
    if (wrong) return
    setBusy(true)
    try {
      const small = await shrink(file).catch(() => undefined)
      if (small) onChange(await upload(small))
      else setComplaint(t(text.damaged))
    } catch (refused) {
      setComplaint(problems(refused, t(common.offline))[0]?.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div role="group" aria-labelledby={`${id}-label`} className={c.side}>
      <span id={`${id}-label`} className={c.label}>
        <FormattedMessage {...label} />
      </span>
      {image !== '' && <UploadedImage id={image} label={t(label)} />}
      <input
        ref={files}
        type="file"
        accept={imageTypes.join(',')}
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          void send(event.currentTarget.files?.[0])
          event.currentTarget.value = '' // the same file can be chosen again
        }}
      />
      <BusyButton
        variant="default"
        mih={44}
        busy={isBusy}
        aria-describedby={`${id}-label${problem ? ` ${id}-problem` : ''}`}
        leftSection={<IconPhotoPlus size={20} aria-hidden />}
        onClick={() => files.current?.click()}
      >
        <FormattedMessage {...(image === '' ? text.add : text.change)} />
      </BusyButton>
      <p className="sr" role="status">
        {isBusy && <FormattedMessage {...text.uploading} />}
      </p>
      {problem && (
        <p id={`${id}-problem`} className={images.problem} role="alert">
          <IconAlertCircle size={20} aria-hidden />
          <bdi>{problem}</bdi>
        </p>
      )}
    </div>
  )
}
