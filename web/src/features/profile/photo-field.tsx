import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Avatar } from '@/components/avatar'
import { lazyOverlay } from '@/components/lazy'
import { defineMessages } from '@/lib/text/messages'
import c from './profile.module.css'

const PhotoDialog = lazyOverlay(() => import('./photo-dialog'))

const text = defineMessages({
  change: { id: 'photo.change', defaultMessage: 'Change photo' },
  hint: { id: 'photo.hint', defaultMessage: 'JPG, PNG or GIF. A large one is made smaller.' },
  unsaved: { id: 'photo.unsaved', defaultMessage: 'The new photo is kept with Update Profile.' },
})

type Props = {
  /** Cut to a square, and not sent yet; undefined: the one that is kept. */
  photo: Blob | undefined
  /** The one that is kept; empty: none. */
  src: string
  name: string
  onPhoto: (photo: Blob) => void
}

/** The customer's picture, and the way to another (PROF-03). */
export function PhotoField({ photo, src, name, onPhoto }: Props) {
  const [dialog, setDialog] = useState(false)
  const preview = useObjectUrl(photo)
  return (
    <div className={c.photo}>
      <Avatar src={preview ?? src} name={name} size={96} />
      <div className={c.photoWords}>
        <Button
          variant="default"
          h={44}
          leftSection={<IconCamera size={20} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setDialog(true)}
        >
          <FormattedMessage {...text.change} />
        </Button>
        <p className={photo ? c.new : c.hint} role="status">
          <FormattedMessage {...(photo ? text.unsaved : text.hint)} />
        </p>
      </div>
      <PhotoDialog
        opened={dialog}
        onClose={() => setDialog(false)}
        onPhoto={(cut) => {
          onPhoto(cut)
          setDialog(false)
        }}
      />
    </div>
  )
}

/** An address for what is not on the server; it is given back when the picture goes. */
export function useObjectUrl(file: Blob | undefined) {
  const url = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  return url
}
