import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { FormattedMessage } from 'react-intl'
import { Skeleton } from '@/components/loading/skeleton'
import { client } from '@/lib/api/client.gen'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import type { Role } from './steps'
import c from './private-images.module.css'

const text = defineMessages({
  missing: { id: 'desk_image.missing', defaultMessage: 'This image did not load.' },
})

type Props = {
  ids: readonly string[]
  label: (number: number) => string
} & ({ role: Role; path?: undefined } | { role?: undefined; path: string })

/** Uploads that only those concerned see, of a role or below a path of the API. Each opens in full size. */
export const PrivateImages = ({ ids, role, path = `/${role}/uploads`, label }: Props) => (
  <ul className={c.images}>
    {ids.map((id, at) => (
      <li key={id}>
        <Image url={`${path}/${id}`} label={label(at + 1)} />
      </li>
    ))}
  </ul>
)

/** Fetched with the token, which an address of a picture cannot carry. */
function Image({ url, label }: { url: string; label: string }) {
  const image = useQuery({
    queryKey: ['image', url],
    queryFn: async ({ signal }) => {
      const { data } = await client.get<Blob, unknown, true>({ url, parseAs: 'blob', signal, throwOnError: true })
      return data
    },
    staleTime: Infinity,
    gcTime: 60_000, // it is private: not longer than it is looked at
  })
  if (image.isError) {
    return (
      <p role="alert">
        <FormattedMessage {...text.missing} />{' '}
        <button type="button" className={c.retry} onClick={() => void image.refetch()}>
          <FormattedMessage {...common.retry} />
        </button>
      </p>
    )
  }
  if (!image.data) return <Skeleton width="96px" height={96} radius={14} />
  return <Opened blob={image.data} alt={label} />
}

const minute = 60_000 // ms

/** Opens it in a tab of its own, in full size. */
function open(blob: Blob) {
  const url = URL.createObjectURL(blob)
  window.open(url, '_blank', 'noreferrer')
  setTimeout(() => URL.revokeObjectURL(url), minute)
}

function Opened({ blob, alt }: { blob: Blob; alt: string }) {
  // The address exists as long as the picture that shows it.
  const show = useCallback(
    (picture: HTMLImageElement) => {
      picture.src = URL.createObjectURL(blob)
      return () => URL.revokeObjectURL(picture.src)
    },
    [blob],
  )
  return (
    <button type="button" onClick={() => open(blob)}>
      <img ref={show} className={c.image} alt={alt} width={96} height={96} />
    </button>
  )
}
