import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { PhotoButton } from '@/components/upload/photo-button'
import { postAdminTripPhoto, postVendorTripPhoto } from '@/lib/api/sdk.gen'
import type { StaffMemberView, StaffTripView, TripPhoto } from '@/lib/api/types.gen'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { defineMessages } from '@/lib/text/messages'
import { tripsKey } from './desk-trips'
import { PrivateImages } from './private-images'
import c from './order-parts.module.css'

const text = defineMessages({
  before: { id: 'desk_photos.before', defaultMessage: 'Photos before the trip' },
  after: { id: 'desk_photos.after', defaultMessage: 'Photos after the trip' },
  addBefore: { id: 'desk_photos.add_before', defaultMessage: 'Add pickup photos' },
  addAfter: { id: 'desk_photos.add_after', defaultMessage: 'Add return photos' },
  own: { id: 'desk_photos.own', defaultMessage: 'Photo {number} of the staff' },
  shopper: { id: 'desk_photos.shopper', defaultMessage: 'Photo {number} of the shopper' },
})

const phases = ['before', 'after'] as const

type Props = { member: StaffMemberView; trip: StaffTripView }

/** The photos of the vehicles before and after the trip, and buttons for more (RNT-11). */
export function TripPhotos({ member, trip }: Props) {
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  const add = useMutation({
    meta: { quiet: true }, // the button says it
    mutationFn: ({ phase, image }: { phase: TripPhoto['phase']; image: File }) => {
      const post = member.role === 'admin' ? postAdminTripPhoto : postVendorTripPhoto
      return post({ path: { id: trip.id }, body: { phase, image }, throwOnError: true })
    },
    onSettled: (_response, error) => refetchAfter(queryClient, tripsKey(member), error),
  })
  return phases.map((phase) => {
    const photos = trip.photos.filter((photo) => photo.phase === phase)
    const isOpen = trip.photo_phases.includes(phase)
    if (photos.length === 0 && !isOpen) return null
    return (
      <div key={phase} className={c.words}>
        {photos.length > 0 && (
          <>
            <p className={c.quiet}>
              <FormattedMessage {...text[phase]} />
            </p>
            <PrivateImages
              ids={photos.map(({ id }) => id)}
              path={`/${member.role}/trips/${trip.id}/photos`}
              label={(number) => t(photos[number - 1]?.by_staff ? text.own : text.shopper, { number })}
            />
          </>
        )}
        {isOpen && (
          <PhotoButton
            label={phase === 'before' ? text.addBefore : text.addAfter}
            onAdd={(image) => add.mutateAsync({ phase, image })}
          />
        )}
      </div>
    )
  })
}
