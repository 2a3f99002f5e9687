import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorState } from '@/components/loading/error-state'
import { Skeleton } from '@/components/loading/skeleton'
import { Pending } from '@/components/loading/pending'
import type { AddressView } from '@/lib/api/types.gen'
import { placeAt } from '@/lib/account/contact'
import { defineMessages } from '@/lib/text/messages'
import type { Place } from '@/lib/scope/scope'
import { useAddresses } from './address-queries'
import { addressText, useOutsideText } from './address-text'
import { noteUse, useIsInUse } from './address-in-use'
import { AddressIcon, AddressLines, useAddressName } from './address-lines'
import c from './saved-places.module.css'

const text = defineMessages({
  none: { id: 'saved_places.none', defaultMessage: 'No saved addresses found to select.' },
})

/** A list of the saved addresses, from which the user picks the current place (LOC-11). The current one is first (ADDR-01). */
export default function SavedPlaces({ onPick }: { onPick: (place: Place) => void }) {
  const { formatMessage: t } = useIntl()
  const { data: addresses, error, isPending, refetch } = useAddresses()
  const isInUse = useIsInUse()
  const inUseFirst = addresses?.toSorted((a, b) => Number(isInUse(b)) - Number(isInUse(a))) ?? []
  if (error && !addresses) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Pending pending={isPending} skeleton={<PlacesSkeleton />}>
      {addresses?.length === 0 ? (
        <p className={c.none}>
          <FormattedMessage {...text.none} />
        </p>
      ) : (
        <ul className={c.list} aria-label={t(addressText.saved)}>
          {inUseFirst.map((address) => (
            <li key={address.id}>
              <PlaceRow address={address} onPick={onPick} />
            </li>
          ))}
        </ul>
      )}
    </Pending>
  )
}

function PlaceRow({ address, onPick }: { address: AddressView; onPick: (place: Place) => void }) {
  const nameOf = useAddressName()
  const isHere = useIsInUse()
  const outside = useOutsideText()
  const { zone_ids: zoneIds } = address
  return (
    <button
      type="button"
      className={c.place}
      aria-current={isHere(address) || undefined}
      disabled={zoneIds.length === 0}
      onClick={() => {
        noteUse(address.id)
        onPick(placeAt(address))
      }}
    >
      <AddressIcon type={address.address_type} />
      <span className={c.words}>
        <b className={c.name}>
          <bdi>{nameOf(address)}</bdi>
        </b>
        <AddressLines {...address} />
        {zoneIds.length === 0 && <FormattedMessage {...outside} />}
      </span>
    </button>
  )
}

function PlacesSkeleton() {
  return (
    <div className={c.list} aria-hidden>
      <Skeleton height={64} radius={14} />
      <Skeleton height={64} radius={14} />
    </div>
  )
}
