import '@mantine/dropzone/styles.layer.css'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconAlertCircle, IconPhotoUp, IconZoomIn } from '@tabler/icons-react'
import { useRef, useState, type MouseEvent } from 'react'
import Cropper from 'react-easy-crop'
import { FormattedMessage, useIntl } from 'react-intl'
import { Dialog } from '@/components/overlay/dialog'
import { imageTexts } from '@/lib/account/image-texts'
import { useObjectUrl } from '@/lib/page/use-object-url'
import { defineMessages } from '@/lib/text/messages'
import { cut, maxBytes, middleAt, photoProblem, photoTypes, type Part, type Size } from './photo'
import c from './photo-dialog.module.css'

const text = defineMessages({
  title: { id: 'photo_dialog.title', defaultMessage: 'Your photo' },
  choose: { id: 'photo_dialog.choose', defaultMessage: 'Choose a photo' },
  drop: { id: 'photo_dialog.drop', defaultMessage: 'or drop it here' },
  hint: { id: 'photo_dialog.hint', defaultMessage: 'JPG, PNG or GIF' },
  part: { id: 'photo_dialog.part', defaultMessage: 'The part of the photo that is used. Arrow keys move it.' },
  tap: { id: 'photo_dialog.tap', defaultMessage: 'Drag the photo, or tap where its middle should be.' },
  zoom: { id: 'photo_dialog.zoom', defaultMessage: 'Zoom' },
  another: { id: 'photo_dialog.another', defaultMessage: 'Choose another' },
  use: { id: 'photo_dialog.use', defaultMessage: 'Use this photo' },
})

type Problem = 'type' | 'size' | 'damaged'
type Props = { opened: boolean; onClose: () => void; onPhoto: (photo: Blob) => void }

/** The dialog for choosing a picture and cropping it to a square (PROF-03). */
export default function PhotoDialog({ opened, onClose, onPhoto }: Props) {
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<Problem>()
  const [part, setPart] = useState<Part>()
  const url = useObjectUrl(file)

  const take = (chosen: File | undefined) => {
    const wrong = chosen && photoProblem(chosen)
    setProblem(wrong)
    setPart(undefined)
    setFile(wrong ? undefined : chosen)
  }
  const refuse = (why: Problem) => {
    take(undefined)
    setProblem(why)
  }
  const use = async () => {
    if (!url || !part) return
    try {
      onPhoto(await cut(url, part))
      take(undefined)
    } catch {
      refuse('damaged')
    }
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={<FormattedMessage {...text.title} />}
      width={480}
      small
      footer={
        url && (
          <div className={c.buttons}>
            <Button variant="default" onClick={() => take(undefined)}>
              <FormattedMessage {...text.another} />
            </Button>
            <Button disabled={!part} onClick={() => void use()}>
              <FormattedMessage {...text.use} />
            </Button>
          </div>
        )
      }
    >
      {url ? (
        <Crop url={url} onPart={setPart} onDamaged={() => refuse('damaged')} />
      ) : (
        <Choose onFile={take} problem={problem} />
      )}
    </Dialog>
  )
}

function Choose({ onFile, problem }: { onFile: (file: File | undefined) => void; problem: Problem | undefined }) {
  const openFiles = useRef<() => void>(null)
  return (
    <>
      <Dropzone
        className={c.drop}
        // A separate button opens the file chooser; the field around it is only a drop area.
        openRef={openFiles}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        accept={photoTypes}
        maxSize={maxBytes}
        multiple={false}
        onDropAny={([taken], [refused]) => onFile(taken ?? refused?.file)}
        onDrop={() => {}}
        inputProps={{ 'aria-hidden': true }}
      >
        <div className={c.words}>
          <IconPhotoUp size={40} aria-hidden />
          <Button onClick={() => openFiles.current?.()}>
            <FormattedMessage {...text.choose} />
          </Button>
          <FormattedMessage {...text.drop} />
          <span className={c.hint}>
            <FormattedMessage {...text.hint} />
          </span>
        </div>
      </Dropzone>
      {problem && (
        <p className={c.problem} role="alert">
          <IconAlertCircle size={20} aria-hidden />
          <FormattedMessage {...imageTexts[problem]} />
        </p>
      )}
    </>
  )
}

type CropProps = { url: string; onPart: (part: Part) => void; onDamaged: () => void }

const maxZoom = 4

/** How far a finger or a mouse moves in a tap at most, in px. */
const tapRoom = 8

function Crop({ url, onPart, onDamaged }: CropProps) {
  const { formatMessage: t } = useIntl()
  const [middle, setMiddle] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const photo = useRef<Size>(null)
  const part = useRef<Size>(null)
  const pressed = useRef({ x: 0, y: 0 })

  // For people who cannot drag (WCAG 2.5.7).
  const tap = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const isDrag = Math.hypot(clientX - pressed.current.x, clientY - pressed.current.y) > tapRoom
    if (isDrag || !photo.current || !part.current) return
    const stage = currentTarget.getBoundingClientRect()
    const at = { x: clientX - stage.x - stage.width / 2, y: clientY - stage.y - stage.height / 2 }
    const { width, height } = photo.current
    setMiddle(middleAt(at, middle, { width: width * zoom, height: height * zoom }, part.current))
  }
  return (
    <div className={c.crop}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the arrow keys move it */}
      <div
        className={c.stage}
        dir="ltr"
        onPointerDown={({ clientX, clientY }) => (pressed.current = { x: clientX, y: clientY })}
        onClick={tap}
      >
        <Cropper
          image={url}
          crop={middle}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setMiddle}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => onPart(pixels)}
          setMediaSize={(size) => (photo.current = size)}
          setCropSize={(size) => (part.current = size)}
          mediaProps={{ alt: '', onError: onDamaged }}
          cropperProps={{ 'aria-label': t(text.part), role: 'group' }}
        />
      </div>
      <p className={c.hint}>
        <FormattedMessage {...text.tap} />
      </p>
      <label className={c.zoom}>
        <IconZoomIn size={20} aria-hidden />
        <span className="sr">
          <FormattedMessage {...text.zoom} />
        </span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </label>
    </div>
  )
}
