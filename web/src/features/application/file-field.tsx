import { Button } from '@mantine/core'
import { IconAlertCircle, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useImageInput } from '@/components/upload/use-image-input'
import { imageTexts } from '@/lib/account/image-texts'
import { imageProblem } from '@/lib/account/shrink-image'
import { useObjectUrl } from '@/lib/page/use-object-url'
import { defineMessages } from '@/lib/text/messages'
import c from './application.module.css'

const text = defineMessages({
  choose: { id: 'application_file.choose', defaultMessage: 'Choose a picture' },
  change: { id: 'application_file.change', defaultMessage: 'Choose another one' },
  remove: { id: 'application_file.remove', defaultMessage: 'Remove' },
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
  const [refused, setRefused] = useState<'type' | 'size'>()
  const complaint = refused ? t(imageTexts[refused]) : error
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    const wrong = imageProblem(chosen)
    setRefused(wrong)
    if (!wrong) onChange(chosen)
  }
  const { input, openFiles } = useImageInput({ name, onChoose: ([chosen]) => take(chosen) })
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
      {file && <Preview file={file} isWide={name === 'cover'} />}
      {input}
      <div className={c.row}>
        <Button
          variant="default"
          h={44}
          leftSection={<IconPhotoPlus size={20} aria-hidden />}
          aria-describedby={`${id}label ${id}hint${complaint ? ` ${id}error` : ''}`}
          data-invalid={complaint ? true : undefined}
          onClick={openFiles}
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

function Preview({ file, isWide }: { file: File; isWide: boolean }) {
  const url = useObjectUrl(file)
  return (
    <>
      <img src={url} className={c.preview} alt="" data-wide={isWide || undefined} />
      <span className={c.hint}>
        <bdi>{file.name}</bdi>
      </span>
    </>
  )
}
