import { ActionIcon } from '@mantine/core'
import { IconAlertCircle, IconPhotoPlus, IconSend2, IconX } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useImageUpload } from '@/components/upload/use-image-upload'
import { imageTexts } from '@/lib/account/image-texts'
import { maxImages } from '@/lib/account/shrink-image'
import { useObjectUrl } from '@/lib/page/use-object-url'
import { defineMessages } from '@/lib/text/messages'
import type { ConversationApi } from './conversation-api'
import type { Subject } from './thread'
import type { Draft } from './use-outbox'
import { useWritten } from './use-written'
import c from './composer.module.css'

const text = defineMessages({
  label: { id: 'composer.label', defaultMessage: 'Message' },
  placeholder: { id: 'composer.placeholder', defaultMessage: 'Write a message' },
  send: { id: 'composer.send', defaultMessage: 'Send' },
  add: { id: 'composer.add', defaultMessage: 'Add images' },
  remove: { id: 'composer.remove', defaultMessage: 'Remove image {number}' },
  number: { id: 'composer.number', defaultMessage: 'Image {number}' },
  noSubject: { id: 'composer.no_subject', defaultMessage: 'Write about something else' },
})

const maxTextLength = 2000

type Written = ReturnType<typeof useWritten>

type Props = {
  api: ConversationApi
  id: number
  subject?: Subject
  about: (subject: Subject) => ReactNode
  onSend: (draft: Draft) => void
}

/** The field to write in. Enter sends, Shift and Enter begin a new line. What is not sent stays when the thread is left. */
export function Composer({ api, id, subject, about, onSend }: Props) {
  const { formatMessage: t } = useIntl()
  const written = useWritten(api, id)
  const { text: words, images } = written
  const { input, openFiles, isBusy, complaint, clearComplaint } = useImageUpload({
    multiple: true,
    room: maxImages - images.length,
    send: async (file) => written.addImage({ id: await api.upload(id, file), file }),
  })
  const [hasSubject, setHasSubject] = useState(true)
  const field = useRef<HTMLTextAreaElement>(null)
  const shown = hasSubject && subject && (subject.order_id ?? subject.trip_id) !== undefined ? subject : undefined

  const canSend = !isBusy && (words.trim() !== '' || images.length > 0)
  const send = () => {
    if (!canSend) return
    onSend({ text: words.trim(), images: images.map((image) => image.id), ...shown })
    written.clear()
    clearComplaint()
    setHasSubject(false)
    field.current?.focus()
  }

  return (
    <form
      className={c.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {shown && <SubjectLine onRemove={() => setHasSubject(false)}>{about(shown)}</SubjectLine>}
      {images.length > 0 && <Images images={images} onRemove={written.removeImage} />}
      {complaint && (
        <p className={c.problem} role="alert">
          <IconAlertCircle size={18} aria-hidden />
          <bdi>{complaint}</bdi>
        </p>
      )}
      <div className={c.row}>
        {input}
        <ActionIcon loading={isBusy} onClick={openFiles} aria-label={t(text.add)} title={t(text.add)} size={44}>
          <IconPhotoPlus size={22} />
        </ActionIcon>
        <MessageField ref={field} value={words} onChange={written.write} onEnter={send} />
        <ActionIcon type="submit" variant="filled" size={44} radius="xl" disabled={!canSend} aria-label={t(text.send)}>
          <IconSend2 size={22} className="mirrored" />
        </ActionIcon>
      </div>
      <p className="sr" role="status">
        {isBusy && <FormattedMessage {...imageTexts.uploading} />}
      </p>
    </form>
  )
}

/** What the message is about, with a button for when it is about something else. */
function SubjectLine({ onRemove, children }: { onRemove: () => void; children: ReactNode }) {
  return (
    <p className={c.subject}>
      {children}
      <button type="button" className={c.close} onClick={onRemove}>
        <IconX size={16} aria-hidden />
        <span className="sr">
          <FormattedMessage {...text.noSubject} />
        </span>
      </button>
    </p>
  )
}

/** The images of the message that is written, each with a button that removes it. */
function Images({ images, onRemove }: { images: Written['images']; onRemove: (id: string) => void }) {
  const { formatMessage: t } = useIntl()
  return (
    <ul className={c.images}>
      {images.map(({ id, file }, at) => (
        <li key={id} className={c.image}>
          <Preview file={file} label={t(text.number, { number: at + 1 })} />
          <button type="button" className={c.remove} onClick={() => onRemove(id)}>
            <IconX size={18} aria-hidden />
            <span className="sr">
              <FormattedMessage {...text.remove} values={{ number: at + 1 }} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Preview({ file, label }: { file: Blob; label: string }) {
  const url = useObjectUrl(file)
  return <img src={url} alt={label} width={72} height={72} />
}

type FieldProps = {
  ref: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (value: string) => void
  onEnter: () => void
}

function MessageField({ ref, value, onChange, onEnter }: FieldProps) {
  const { formatMessage: t } = useIntl()
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the choice of a word where letters are composed.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  return (
    <textarea
      ref={ref}
      className={c.field}
      rows={1}
      dir="auto"
      value={value}
      maxLength={maxTextLength}
      aria-label={t(text.label)}
      placeholder={t(text.placeholder)}
      enterKeyHint="send"
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
