import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Skeleton } from '@/components/skeleton'
import { client } from '@/lib/api/client.gen'
import type { StaffOrderView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import type { Role } from './steps'
import c from './prescription.module.css'

const text = defineMessages({
  title: { id: 'desk_prescription.title', defaultMessage: 'Prescription' },
  image: { id: 'desk_prescription.image', defaultMessage: 'Prescription, image {number}' },
  missing: { id: 'desk_prescription.missing', defaultMessage: 'This image did not load.' },
  retry: { id: 'desk_prescription.retry', defaultMessage: 'Try again' },
})

/** The images of a prescription, which only the store and admins see. Each opens in full size. */
export function Prescription({ order, role }: { order: StaffOrderView; role: Role }) {
  const images = order.prescription_images ?? []
  if (images.length === 0) return null
  return (
    <section aria-labelledby={`prescription-${order.id}`}>
      <p id={`prescription-${order.id}`} className={c.title}>
        <FormattedMessage {...text.title} />
      </p>
      <ul className={c.images}>
        {images.map((id, at) => (
          <li key={id}>
            <Image url={`/${role}/uploads/${id}`} number={at + 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Fetched with the token, which an address of a picture cannot carry. */
function Image({ url, number }: { url: string; number: number }) {
  const { formatMessage: t } = useIntl()
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
          <FormattedMessage {...text.retry} />
        </button>
      </p>
    )
  }
  if (!image.data) return <Skeleton width="96px" height={96} radius={14} />
  return <Opened blob={image.data} alt={t(text.image, { number })} />
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
