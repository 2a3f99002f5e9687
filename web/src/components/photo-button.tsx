import { IconAlertCircle, IconPhotoPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { imageProblem, imageTypes, shrink } from '@/lib/account/shrink-image'
import { problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import { BusyButton } from './busy-button'
import c from './image-field.module.css'

const text = defineMessages({
  type: {
    id: 'photo_button.type',
    defaultMessage: 'This file format is not supported. Please upload JPG, PNG, JPEG, or GIF images only.',
  },
  size: { id: 'photo_button.size', defaultMessage: 'The picture may have at most 25 MB.' },
  damaged: { id: 'photo_button.damaged', defaultMessage: 'This picture cannot be read. Please choose another one.' },
  uploading: { id: 'photo_button.uploading', defaultMessage: 'Uploading…' },
})

type Props = {
  label: Message
  /** Sends one photo. What it throws is shown, and the person can try again. */
  onAdd: (image: File) => Promise<unknown>
}

/** Takes photos and sends them one after the other. */
export function PhotoButton({ label, onAdd }: Props) {
  const { formatMessage: t } = useIntl()
  const files = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [complaint, setComplaint] = useState<string>()

  const add = async (chosen: readonly File[]) => {
    const wrong = chosen.map(imageProblem).find(Boolean)
    setComplaint(wrong && t(text[wrong]))
    if (wrong || chosen.length === 0) return
    setBusy(true)
    try {
      for (const file of chosen) {
        const image = await shrink(file).catch(() => undefined)
        if (!image) {
          setComplaint(t(text.damaged))
          break
        }
        await onAdd(image)
      }
    } catch (error) {
      setComplaint(problems(error, t(common.offline))[0]?.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={c.field}>
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
      <BusyButton
        variant="default"
        mih={44}
        busy={isBusy}
        leftSection={<IconPhotoPlus size={20} aria-hidden />}
        onClick={() => files.current?.click()}
      >
        <FormattedMessage {...label} />
      </BusyButton>
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
