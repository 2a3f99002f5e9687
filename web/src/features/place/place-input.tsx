import { ActionIcon, Loader } from '@mantine/core'
import { IconHistory, IconMap, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { lazyOverlay } from '@/components/loading/lazy'
import type { PickedPlace, PlaceInput as Field } from '@/contracts/place-input'
import { defineMessages } from '@/lib/text/messages'
import { PlaceProblem } from './place-problem'
import { Suggestion } from './place-suggestions'
import { usePlaceField, type PlaceField } from './use-place-field'
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
export function PlaceInput({ label, placeholder, error: wrong, ...rest }: Parameters<Field>[0]) {
  const { value, onChange } = rest
  const { formatMessage: t } = useIntl()
  const id = useId()
  const [isMapOpen, setMapOpen] = useState(false)
  const state = usePlaceField(rest)
  const error = state.isUnpicked ? t(text.unpicked) : wrong
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
          {...state.inputProps}
          placeholder={placeholder}
          maxLength={200}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {state.isLoading && <Loader size={18} className={c.loader} />}
        {value && !state.isTyped && (
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
      <PlaceList state={state} />
      {state.lookupError && <PlaceProblem error={state.lookupError} />}
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
          state.settle({ location, point })
        }}
      />
    </div>
  )
}

/** What is listed below the field: the last places, or those that were found. */
function PlaceList({ state: { list, recent, places, isListed, searchError, settle, choose } }: { state: PlaceField }) {
  const { formatMessage: t } = useIntl()
  const option = (i: number) => ({ id: list.optionId(i), active: i === list.active })
  return (
    <div className={search.drop} hidden={!isListed}>
      <ul id={list.listId} role="listbox" aria-label={t(recent ? text.recent : text.suggestions)}>
        {recent?.map((place, i) => (
          <Recent key={place.location} {...option(i)} place={place} onPick={settle} />
        ))}
        {places?.map((place, i) => (
          <Suggestion key={place.placeId} {...option(i)} place={place} onPick={choose} />
        ))}
      </ul>
      {places?.length === 0 && !searchError && (
        <p className={search.none} role="status">
          <FormattedMessage {...text.none} />
        </p>
      )}
      {searchError !== null && <PlaceProblem error={searchError} />}
    </div>
  )
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
