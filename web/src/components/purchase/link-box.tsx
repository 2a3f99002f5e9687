import { Button } from '@mantine/core'
import { IconCopy, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { focusOnMount } from '@/lib/page/focus-on-mount'
import { toast } from '@/lib/page/toast'
import { defineMessages, type Message } from '@/lib/text/messages'
import { TextField } from '@/components/form/field'
import { InfoBox } from '@/components/layout/info-box'
import c from '@/components/layout/info-box.module.css'

const text = defineMessages({
  copy: { id: 'link_box.copy', defaultMessage: 'Copy' },
  copied: { id: 'link_box.copied', defaultMessage: 'Link copied.' },
  share: { id: 'link_box.share', defaultMessage: 'Share' },
  link: { id: 'link_box.link', defaultMessage: 'Link' },
})

type Props = {
  title: Message
  /** What the link is for, and what it allows. */
  why: Message
  link: string
  /** Names the link where it is shared. */
  name: string
}

/** A box with a link to copy or to share. */
export function LinkBox({ title, why, link, name }: Props) {
  const { formatMessage: t } = useIntl()
  const [isByHand, setByHand] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast(t(text.copied)),
      () => setByHand(true),
    )
  const share = () => navigator.share({ title: name, url: link }).catch(() => {}) // the shopper closed the dialog
  return (
    <InfoBox title={title} why={why}>
      {isByHand ? (
        <TextField
          ref={focusOnMount}
          label={t(text.link)}
          value={link}
          readOnly
          dir="ltr"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      ) : (
        <p className={c.ways}>
          {/* Without HTTPS a page has no clipboard. */}
          <Button
            variant="default"
            h={44}
            leftSection={<IconCopy size={20} aria-hidden />}
            onClick={() => ('clipboard' in navigator ? void copy() : setByHand(true))}
          >
            <FormattedMessage {...text.copy} />
          </Button>
          {'share' in navigator && (
            <Button
              variant="default"
              h={44}
              leftSection={<IconShare2 size={20} aria-hidden />}
              onClick={() => void share()}
            >
              <FormattedMessage {...text.share} />
            </Button>
          )}
        </p>
      )}
    </InfoBox>
  )
}
