import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Avatar } from '@/components/account/avatar'
import { lazyOverlay } from '@/components/loading/lazy'
import { useObjectUrl } from '@/lib/page/use-object-url'
import { defineMessages } from '@/lib/text/messages'
import c from './profile.module.css'

const PhotoDialog = lazyOverlay(() => import('./photo-dialog'))

const text = defineMessages({
  change: { id: 'photo.change', defaultMessage: 'Change photo' },
  hint: { id: 'photo.hint', defaultMessage: 'JPG, PNG or GIF. A large one is made smaller.' },
  unsaved: { id: 'photo.unsaved', defaultMessage: 'Press Update Profile to keep the new photo.' },
})

type Props = {
  /** The new photo, cut to a square and not sent yet; undefined: the saved one is shown. */
  photo: Blob | undefined
  /** URL of the saved photo; empty: none. */
  src: string
  name: string
  onPhoto: (photo: Blob) => void
}

/** The customer's photo, with a button to change it (PROF-03). */
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
