import { Button } from '@mantine/core'
import { IconAlertCircle, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useCallback, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { imageProblem, imageTypes } from '@/lib/account/shrink-image'
import { defineMessages } from '@/lib/text/messages'
import c from './application.module.css'

const text = defineMessages({
  choose: { id: 'application_file.choose', defaultMessage: 'Choose a picture' },
  change: { id: 'application_file.change', defaultMessage: 'Choose another one' },
  remove: { id: 'application_file.remove', defaultMessage: 'Remove' },
  type: {
    id: 'application_file.type',
    defaultMessage: 'This file format is not supported. Please upload JPG, PNG, JPEG, or GIF images only.',
  },
  size: { id: 'application_file.size', defaultMessage: 'The picture may have at most 25 MB.' },
})

type Props = {
  name: string
  label: string
  hint: string
  file: File | undefined
  error: string | undefined
  onChange: (file: File | undefined) => void
}

/** Takes one picture, which is sent with the form. */
export function FileField({ name, label, hint, file, error, onChange }: Props) {
  const { formatMessage: t } = useIntl()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<'type' | 'size'>()
  const complaint = refused ? t(text[refused]) : error
  const show = useCallback(
    (picture: HTMLImageElement) => {
      if (!file) return undefined
      picture.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(picture.src)
    },
    [file],
  )
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    const wrong = imageProblem(chosen)
    setRefused(wrong)
    if (!wrong) onChange(chosen)
  }
  return (
    <div className={c.file} role="group" aria-labelledby={`${id}label`}>
      <div>
        <span id={`${id}label`} className={c.label}>
          {label}
        </span>
        <span id={`${id}hint`} className={c.hint}>
          {hint}
        </span>
      </div>
      {file && <img ref={show} className={c.preview} alt="" data-wide={name === 'cover' || undefined} />}
      {file && (
        <span className={c.hint}>
          <bdi>{file.name}</bdi>
        </span>
      )}
      <input
        ref={input}
        type="file"
        name={name}
        accept={imageTypes.join(',')}
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          event.currentTarget.value = '' // the same file can be chosen again
        }}
      />
      <div className={c.row}>
        <Button
          variant="default"
          h={44}
          leftSection={<IconPhotoPlus size={20} aria-hidden />}
          aria-describedby={`${id}label ${id}hint${complaint ? ` ${id}error` : ''}`}
          data-invalid={complaint ? true : undefined}
          onClick={() => input.current?.click()}
        >
          <FormattedMessage {...(file ? text.change : text.choose)} />
        </Button>
        {file && (
          <Button
            variant="default"
            h={44}
            leftSection={<IconTrash size={20} aria-hidden />}
            aria-describedby={`${id}label`}
            onClick={() => onChange(undefined)}
          >
            <FormattedMessage {...text.remove} />
          </Button>
        )}
      </div>
      {complaint && (
        <p id={`${id}error`} className={c.problem} role="alert">
          <IconAlertCircle size={16} aria-hidden />
          <bdi>{complaint}</bdi>
        </p>
      )}
    </div>
  )
}
