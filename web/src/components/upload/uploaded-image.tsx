import { IconPhotoOff } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useUploadedImage } from '@/lib/account/uploads'
import { useObjectUrl } from '@/lib/page/use-object-url'
import { hasCode } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { Skeleton } from '@/components/loading/skeleton'
import c from './uploaded-image.module.css'

const text = defineMessages({
  gone: { id: 'images.gone', defaultMessage: '{label}: no longer there, or not available to you' },
  failed: { id: 'images.failed', defaultMessage: '{label}: it did not load. Try again' },
})

/** A private image of the shopper's own, small. */
export function UploadedImage({ id, label }: { id: string; label: string }) {
  const { formatMessage: t } = useIntl()
  const image = useUploadedImage(id)
  const url = useObjectUrl(image.data)
  if (image.isPending) return <Skeleton width="88px" height={88} radius={14} />
  if (!url && !hasCode(image.error, ['not_found'])) {
    return (
      <button
        type="button"
        className={c.gone}
        aria-label={t(text.failed, { label })}
        onClick={() => void image.refetch()}
      >
        <FormattedMessage {...common.retry} />
      </button>
    )
  }
  if (!url) {
    return (
      <span className={c.gone}>
        <IconPhotoOff size={24} aria-hidden />
        <span className="sr">
          <FormattedMessage {...text.gone} values={{ label }} />
        </span>
      </span>
    )
  }
  return <img src={url} alt={label} width={88} height={88} className={c.image} />
}
