import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import images from '@/components/upload/image-field.module.css'
import moves from '@/components/purchase/moves.module.css'
import { PhotoButton } from '@/components/upload/photo-button'
import c from '@/components/purchase/purchase-page.module.css'
import { Skeleton } from '@/components/loading/skeleton'
import uploaded from '@/components/upload/uploaded-image.module.css'
import { getTripPhoto, postTripPhoto } from '@/lib/api/sdk.gen'
import type { TripPhoto, TripView } from '@/lib/api/types.gen'
import { useObjectUrl } from '@/lib/page/use-object-url'
import { storeResponse } from '@/lib/requests/store-response'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { tripOptions } from './trip-queries'

const text = defineMessages({
  title: { id: 'trip_photos.title', defaultMessage: 'Photos of the vehicle' },
  hint: { id: 'trip_photos.hint', defaultMessage: 'Only you and the provider see them.' },
  before: { id: 'trip_photos.before', defaultMessage: 'Before the trip' },
  after: { id: 'trip_photos.after', defaultMessage: 'After the trip' },
  addBefore: { id: 'trip_photos.add_before', defaultMessage: 'Add pickup photos' },
  addAfter: { id: 'trip_photos.add_after', defaultMessage: 'Add return photos' },
  own: { id: 'trip_photos.own', defaultMessage: 'Your photo {number}' },
  staff: { id: 'trip_photos.staff', defaultMessage: 'Photo {number}, by the provider' },
  missing: { id: 'trip_photos.missing', defaultMessage: 'This photo did not load.' },
})

type Props = { trip: TripView; token: string | undefined }

const phases = ['before', 'after'] as const

/** The photos of the vehicles before and after the trip, and buttons for more (RNT-11). */
export function TripPhotos({ trip, token }: Props) {
  const queryClient = useQueryClient()
  const { queryKey } = tripOptions(trip.id, token)
  const headers = { 'X-Order-Token': token }
  const add = useMutation({
    meta: { quiet: true }, // the button says it
    mutationFn: async ({ phase, image }: { phase: TripPhoto['phase']; image: File }) =>
      (
        await postTripPhoto({
          path: { id: trip.id },
          headers,
          body: { phase, image },
          throwOnError: true,
        })
      ).data,
    onSuccess: (changed) => storeResponse(queryClient, queryKey, changed),
  })
  if (trip.photos.length === 0 && trip.photo_phases.length === 0) return null
  return (
    <section aria-labelledby="photos-title" className={images.field}>
      <h2 id="photos-title" className={moves.title}>
        <FormattedMessage {...text.title} />
      </h2>
      <p className={c.quiet}>
        <FormattedMessage {...text.hint} />
      </p>
      {phases.map((phase) => {
        const photos = trip.photos.filter((photo) => photo.phase === phase)
        const isOpen = trip.photo_phases.includes(phase)
        if (photos.length === 0 && !isOpen) return null
        return (
          <div key={phase} className={images.field}>
            <h3>
              <FormattedMessage {...text[phase]} />
            </h3>
            {photos.length > 0 && (
              <ul className={images.images}>
                {photos.map((photo, at) => (
                  <li key={photo.id}>
                    <Photo trip={trip} token={token} photo={photo} number={at + 1} />
                  </li>
                ))}
              </ul>
            )}
            {isOpen && (
              <PhotoButton
                label={phase === 'before' ? text.addBefore : text.addAfter}
                onAdd={(image) => add.mutateAsync({ phase, image })}
              />
            )}
          </div>
        )
      })}
    </section>
  )
}

/** Fetched with the session or the token, which an address of a picture cannot carry. */
function Photo({ trip, token, photo, number }: Props & { photo: TripPhoto; number: number }) {
  const { formatMessage: t } = useIntl()
  const image = useQuery({
    queryKey: ['trip-photo', trip.id, photo.id, token],
    queryFn: async ({ signal }) => {
      const { data } = await getTripPhoto({
        path: { id: trip.id, photo: photo.id },
        headers: { 'X-Order-Token': token },
        parseAs: 'blob',
        signal,
        throwOnError: true,
      })
      return data as Blob
    },
    meta: { quiet: true },
    staleTime: Infinity,
    gcTime: 60_000, // it is private: not longer than it is looked at
  })
  const url = useObjectUrl(image.data)
  if (image.isError) {
    return (
      <p role="alert">
        <FormattedMessage {...text.missing} />{' '}
        <button type="button" className={c.back} onClick={() => void image.refetch()}>
          <FormattedMessage {...common.retry} />
        </button>
      </p>
    )
  }
  if (!url) return <Skeleton width="88px" height={88} radius={14} />
  const label = t(photo.by_staff ? text.staff : text.own, { number })
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={label} width={88} height={88} className={uploaded.image} />
    </a>
  )
}
