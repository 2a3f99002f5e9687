import { ActionIcon } from '@mantine/core'
import { IconAlertCircle, IconPhotoPlus, IconSend2, IconX } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { imagesProblem, imageTypes, shrink } from '@/lib/account/shrink-image'
import { useObjectUrl } from '@/lib/page/use-object-url'
import { problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
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
  uploading: { id: 'composer.uploading', defaultMessage: 'Uploading…' },
  // Prescribed, as it stands (ITEM-11).
  most: { id: 'images.most', defaultMessage: 'Maximum 3 images can be send at a time.' },
  type: {
    id: 'images.type',
    defaultMessage: 'This file format is not supported. Please upload JPG, PNG, JPEG, or GIF images only.',
  },
  size: { id: 'images.size', defaultMessage: 'The picture may have at most 25 MB.' },
  damaged: { id: 'images.damaged', defaultMessage: 'This picture cannot be read. Please choose another one.' },
})

const longestText = 2000

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
  const { isBusy, complaint, add, clearComplaint } = useImages(api, id, written)
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
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the choice of a word where letters are composed.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className={c.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {shown && (
        <p className={c.subject}>
          {about(shown)}
          <button type="button" className={c.close} onClick={() => setHasSubject(false)}>
            <IconX size={16} aria-hidden />
            <span className="sr">
              <FormattedMessage {...text.noSubject} />
            </span>
          </button>
        </p>
      )}
      {images.length > 0 && <Images images={images} onRemove={written.removeImage} />}
      {complaint && (
        <p className={c.problem} role="alert">
          <IconAlertCircle size={18} aria-hidden />
          <bdi>{complaint}</bdi>
        </p>
      )}
      <div className={c.row}>
        <AddImages isBusy={isBusy} onChoose={(chosen) => void add(chosen)} />
        <textarea
          ref={field}
          className={c.field}
          rows={1}
          dir="auto"
          value={words}
          maxLength={longestText}
          aria-label={t(text.label)}
          placeholder={t(text.placeholder)}
          enterKeyHint="send"
          onChange={(event) => written.write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon type="submit" variant="filled" size={44} radius="xl" disabled={!canSend} aria-label={t(text.send)}>
          <IconSend2 size={22} className="mirrored" />
        </ActionIcon>
      </div>
      <p className="sr" role="status">
        {isBusy && <FormattedMessage {...text.uploading} />}
      </p>
    </form>
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

function AddImages({ isBusy, onChoose }: { isBusy: boolean; onChoose: (chosen: readonly File[]) => void }) {
  const { formatMessage: t } = useIntl()
  const files = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        accept={imageTypes.join(',')}
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          onChoose([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = '' // the same file can be chosen again
        }}
      />
      <ActionIcon
        loading={isBusy}
        onClick={() => files.current?.click()}
        aria-label={t(text.add)}
        title={t(text.add)}
        size={44}
      >
        <IconPhotoPlus size={22} />
      </ActionIcon>
    </>
  )
}

function Preview({ file, label }: { file: Blob; label: string }) {
  const url = useObjectUrl(file)
  return <img src={url} alt={label} width={72} height={72} />
}

/** Uploads the images that are chosen for a message, one after the other. */
function useImages(api: ConversationApi, id: number, written: Written) {
  const { formatMessage: t } = useIntl()
  const [isBusy, setBusy] = useState(false)
  const [complaint, setComplaint] = useState<string>()

  const add = async (chosen: readonly File[]) => {
    const wrong = imagesProblem(chosen, written.images.length)
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
        const key = await api.upload(id, image)
        written.addImage({ id: key, file: image })
      }
    } catch (error) {
      setComplaint(problems(error, t(common.offline))[0]?.message)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, complaint, add, clearComplaint: () => setComplaint(undefined) }
}
