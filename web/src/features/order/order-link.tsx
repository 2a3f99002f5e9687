import { Button } from '@mantine/core'
import { IconCopy, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { TextField } from '@/components/field'
import { focusOnMount } from '@/lib/page/focus-on-mount'
import { defineMessages } from '@/lib/text/messages'
import { toast } from '@/lib/page/toast'
import { orderLinkWithToken } from './order-tokens'
import { InfoBox } from '@/components/info-box'
import c from '@/components/info-box.module.css'

const text = defineMessages({
  title: { id: 'order_link.title', defaultMessage: 'Save this link' },
  why: {
    id: 'order_link.why',
    defaultMessage:
      'It opens this order on any device, until 30 days after it is done. Whoever has it can see and cancel the order.',
  },
  copy: { id: 'order_link.copy', defaultMessage: 'Copy' },
  copied: { id: 'order_link.copied', defaultMessage: 'Link copied.' },
  share: { id: 'order_link.share', defaultMessage: 'Share' },
  link: { id: 'order_link.link', defaultMessage: 'Link to this order' },
  order: { id: 'order_link.order', defaultMessage: 'Order {id} · {store}' },
})

type Props = { id: number; store: string; token: string }

/** A link that opens the order on any device (ORD-02), to copy or share. For guests. */
export function OrderLink({ id, store, token }: Props) {
  const { formatMessage: t } = useIntl()
  const [isByHand, setByHand] = useState(false)
  const link = orderLinkWithToken(id, token)
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast(t(text.copied)),
      () => setByHand(true),
    )
  const share = () => navigator.share({ title: t(text.order, { id, store }), url: link }).catch(() => {}) // the shopper closed the dialog
  return (
    <InfoBox title={text.title} why={text.why}>
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
