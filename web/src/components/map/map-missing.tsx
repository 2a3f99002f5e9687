import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { isMissingFile } from '@/lib/page/missing-files'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import c from './map-view.module.css'

const text = defineMessages({
  missing: {
    id: 'map.missing',
    defaultMessage: 'This device cannot show the map. You can search for the address instead.',
  },
  lost: { id: 'map.lost', defaultMessage: 'The map did not load.' },
})

type Props = { error?: unknown; isLost?: boolean; reset?: () => void }

/** Shown instead of a map if the device cannot render one, or if its file or the town did not load. */
export function MapMissing({ error, isLost = isMissingFile(error), reset }: Props) {
  return (
    <div className={c.ground} role="status">
      <div className={c.missing}>
        <IconMapOff size={24} aria-hidden />
        <FormattedMessage {...(isLost ? text.lost : text.missing)} />
        {isLost && (
          <Button variant="default" h={44} onClick={reset}>
            <FormattedMessage {...common.retry} />
          </Button>
        )}
      </div>
    </div>
  )
}
