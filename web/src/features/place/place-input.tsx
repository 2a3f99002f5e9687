import { ActionIcon, Loader } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconHistory, IconMap, IconX } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { lazyOverlay } from '@/components/lazy'
import { useSuggestionList } from '@/components/use-suggestion-list'
import type { PickedPlace, PlaceInput as Field } from '@/contracts/place-input'
import { getPlaceDetailsOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { PlacePrediction } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { PlaceProblem } from './place-problem'
import { Suggestion, useSuggestions } from './place-suggestions'
import search from './place-search.module.css'
import c from './place-input.module.css'

const PlaceMapDialog = lazyOverlay(() => import('./place-map-dialog'))

const text = defineMessages({
  suggestions: { id: 'place_input.suggestions', defaultMessage: 'Places' },
  recent: { id: 'place_input.recent', defaultMessage: 'Last destinations' },
  none: { id: 'place_input.none', defaultMessage: 'No place found. Try another spelling, or pick it on the map.' },
  map: { id: 'place_input.map', defaultMessage: '{label}: pick from map' },
  unpicked: { id: 'place_input.unpicked', defaultMessage: 'Please choose one of the places that are suggested.' },
  clear: { id: 'place_input.clear', defaultMessage: '{label}: clear' },
})

/**
 * A field of a form for a place, with suggestions while typing, the last places before it, and the map.
 * What is typed counts once a suggestion is picked; until then the field says so.
 */
export function PlaceInput({ label, placeholder, value, onChange, ...rest }: Parameters<Field>[0]) {
  const { onUnpicked, recent = [], error: wrong } = rest
  const { formatMessage: t } = useIntl()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [isMapOpen, setMapOpen] = useState(false)
  const list = useSuggestionList()
  const words = typed ?? ''
  const found = useSuggestions(words)
  const shown = value?.location ?? ''

  const lookup = useLookup()
  const settle = (place: PickedPlace | undefined) => {
    lookup.reset()
    setTyped(undefined)
    onUnpicked?.(false)
    list.close()
    onChange(place)
  }
  // Callbacks of this call only: they do not run once something else is typed or picked.
  const choose = (place: PlacePrediction) => lookup.mutate(place, { onSuccess: settle })
  const error = words !== '' && !list.isOpen && !lookup.isPending ? t(text.unpicked) : wrong
  const isRecent = list.isOpen && words === '' && recent.length > 0
  const isFound = list.isOpen && words !== '' && found.shown
  const options: readonly ReactNode[] = isRecent
    ? recent.map((place, i) => (
        <Recent key={place.location} id={list.optionId(i)} active={i === list.active} place={place} onPick={settle} />
      ))
    : isFound
      ? found.places.map((place, i) => (
          <Suggestion
            key={place.placeId}
            id={list.optionId(i)}
            place={place}
            active={i === list.active}
            onPick={choose}
          />
        ))
      : []
  const isListed = isRecent || isFound

  const pickActive = async (input: EventTarget & HTMLInputElement) => {
    const old = isRecent ? recent[list.active] : undefined
    if (old) return settle(old)
    const place = found.places[list.active] ?? (await found.first())
    if (place && input.value === words) choose(place)
    return undefined
  }
  const field = list.fieldProps(isListed, options.length)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && (words !== '' || list.active >= 0)) {
      event.preventDefault() // it picks a place, and does not send the form
      void pickActive(event.currentTarget)
    }
    field.onKeyDown(event)
  }
  const leave = () => {
    list.close()
    if (!typed) setTyped(undefined)
  }

  return (
    <div className={c.field}>
      <label htmlFor={id} className={c.label}>
        {label}
      </label>
      <div className={c.box} data-invalid={error ? '' : undefined}>
        <input
          id={id}
          className={c.input}
          type="text"
          {...field}
          placeholder={placeholder}
          maxLength={200}
          value={typed ?? shown}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onFocus={(event) => {
            event.currentTarget.select()
            list.open()
          }}
          onChange={(event) => {
            lookup.reset() // a late answer must not replace what is typed
            setTyped(event.target.value)
            onUnpicked?.(event.target.value !== '')
            if (value) onChange(undefined) // what is typed is no place yet
            list.reopen()
          }}
          onKeyDown={onKeyDown}
          onBlur={leave}
        />
        {(lookup.isPending || (isFound && found.asking)) && <Loader size={18} className={c.loader} />}
        {value && typed === undefined && (
          <ActionIcon size={44} aria-label={t(text.clear, { label })} onClick={() => onChange(undefined)}>
            <IconX size={18} />
          </ActionIcon>
        )}
        <ActionIcon
          size={44}
          aria-haspopup="dialog"
          aria-label={t(text.map, { label })}
          onClick={() => setMapOpen(true)}
        >
          <IconMap size={20} />
        </ActionIcon>
      </div>
      <div className={search.drop} hidden={!isListed}>
        <ul id={list.listId} role="listbox" aria-label={t(isRecent ? text.recent : text.suggestions)}>
          {options}
        </ul>
        {isFound && options.length === 0 && !found.error && (
          <p className={search.none} role="status">
            <FormattedMessage {...text.none} />
          </p>
        )}
        {found.error !== null && <PlaceProblem error={found.error} />}
      </div>
      {lookup.error && <PlaceProblem error={lookup.error} />}
      {error && (
        <p id={`${id}-error`} className={c.error}>
          {error}
        </p>
      )}
      <PlaceMapDialog
        opened={isMapOpen}
        from={value?.point}
        onClose={() => setMapOpen(false)}
        onPlace={({ location, point }) => {
          setMapOpen(false)
          settle({ location, point })
        }}
      />
    </div>
  )
}

/** Looks up the point of a suggestion. */
function useLookup() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ placeId }: PlacePrediction): Promise<PickedPlace> => {
      const { formattedAddress, location } = await queryClient.fetchQuery(
        getPlaceDetailsOptions({ query: { placeid: placeId } }),
      )
      return { location: formattedAddress, point: { lat: location.latitude, lng: location.longitude } }
    },
    meta: { quiet: true }, // the field shows the error
  })
}

type RecentProps = { id: string; active: boolean; place: PickedPlace; onPick: (place: PickedPlace) => void }

function Recent({ id, active, place, onPick }: RecentProps) {
  return (
    // The field handles the keys, because the focus stays in it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      id={id}
      role="option"
      aria-selected={active}
      className={search.option}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onPick(place)}
    >
      <IconHistory size={20} aria-hidden />
      <bdi>{place.location}</bdi>
    </li>
  )
}
