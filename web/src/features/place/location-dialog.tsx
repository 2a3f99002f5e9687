import { FormattedMessage } from 'react-intl'
import { Dialog } from '@/components/overlay/dialog'
import { defineMessages } from '@/lib/text/messages'
import { LocationBox } from './location-box'
import c from './location-box.module.css'

const text = defineMessages({
  title: { id: 'place.dialog', defaultMessage: 'Where are you?' },
})

/** The LocationBox in a dialog. */
export default function LocationDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={<FormattedMessage {...text.title} />} small>
      <div className={c.inDialog}>
        <LocationBox onChosen={onClose} />
      </div>
    </Dialog>
  )
}
