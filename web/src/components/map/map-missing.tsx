import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { isMissingFile } from '@/lib/page/missing-files'
import { defineMessages } from '@/lib/text/messages'
import c from './map-view.module.css'

const text = defineMessages({
  missing: {
    id: 'map.missing',
    defaultMessage: 'This device cannot show the map. You can search for the address instead.',
  },
  lost: { id: 'map.lost', defaultMessage: 'The map did not load.' },
  retry: { id: 'map.retry', defaultMessage: 'Try again' },
})

/** In place of a map: of a device that cannot draw one, or whose file did not come. */
export function MapMissing({ error, reset }: { error?: unknown; reset?: () => void }) {
  const isLost = isMissingFile(error)
  return (
    <div className={c.ground} role="status">
      <div className={c.missing}>
        <IconMapOff size={24} aria-hidden />
        <FormattedMessage {...(isLost ? text.lost : text.missing)} />
        {isLost && (
          <Button variant="default" h={44} onClick={reset}>
            <FormattedMessage {...text.retry} />
          </Button>
        )}
      </div>
    </div>
  )
}
