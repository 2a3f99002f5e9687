import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { formText } from './form-text'
import c from './account.module.css'

/** Returns to the first step of a form. */
export const BackButton = ({ onClick }: { onClick: () => void }) => (
  <Button
    variant="subtle"
    className={c.back}
    leftSection={<IconArrowLeft size={18} aria-hidden className="mirrored" />}
    onClick={onClick}
  >
    <FormattedMessage {...formText.back} />
  </Button>
)
