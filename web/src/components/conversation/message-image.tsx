import { useQuery } from '@tanstack/react-query'
import { IconPhotoOff } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Skeleton } from '@/components/loading/skeleton'
import { client } from '@/lib/api/client.gen'
import { useObjectUrl } from '@/lib/page/use-object-url'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import c from './bubble.module.css'

const text = defineMessages({
  missing: { id: 'message_image.missing', defaultMessage: 'This image did not load.' },
})

const minute = 60_000 // ms

/** A private image, fetched with the token, which an address of a picture cannot carry. It opens in full size. */
export function MessageImage({ url, label }: { url: string; label: string }) {
  const image = useQuery({
    queryKey: ['image', url],
    queryFn: async ({ signal }) =>
      (await client.get<{ 200: Blob }, unknown, true>({ url, parseAs: 'blob', signal, throwOnError: true })).data,
    staleTime: Infinity,
    gcTime: 5 * minute,
    meta: { quiet: true },
  })
  const address = useObjectUrl(image.data)
  if (image.isError) {
    return (
      <span className={c.gone} role="alert">
        <IconPhotoOff size={20} aria-hidden />
        <FormattedMessage {...text.missing} />
        <button type="button" className={c.link} onClick={() => void image.refetch()}>
          <FormattedMessage {...common.retry} />
        </button>
      </span>
    )
  }
  if (!address) return <Skeleton width="160px" height={160} radius={14} />
  return (
    <a href={address} target="_blank" rel="noreferrer" className={c.image}>
      <img src={address} alt={label} width={160} height={160} />
    </a>
  )
}
