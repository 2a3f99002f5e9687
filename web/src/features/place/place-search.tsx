import { Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconMapPin, IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { autocompletePlacesOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { PlacePrediction } from '@/lib/api/types.gen'
import { useSuggestionList } from '@/components/use-suggestion-list'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { PlaceProblem } from './place-problem'
import c from './place-search.module.css'

const text = defineMessages({
  label: { id: 'place.search_label', defaultMessage: 'Your address' },
  placeholder: { id: 'place.search_placeholder', defaultMessage: 'Street, place or landmark' },
  suggestions: { id: 'place.suggestions', defaultMessage: 'Places' },
  none: { id: 'place.no_suggestions', defaultMessage: 'No place found. Try another spelling, or pick it on the map.' },
})

const typingPause = 250 // ms without typing before a request
const minLetters = 2

type Props = {
  onPick: (place: PlacePrediction) => void
  /** Whether the picked place is being looked up. */
  busy?: boolean
  /** The button at the end of the field; Enter does the same. */
  button?: ReactNode
}

/** A field that suggests places while typing (LOC-01). The arrow keys choose, Enter picks, Escape closes the list. */
export function PlaceSearch({ onPick, busy = false, button }: Props) {
  const { formatMessage: t } = useIntl()
  const [typed, setTyped] = useState('')
  const list = useSuggestionList()
  const found = useSuggestions(typed)
  const shown = list.isOpen && found.shown
  const places = shown ? found.places : []

  const pick = (place: PlacePrediction) => {
    setTyped(place.structuredFormat.mainText.text)
    list.close()
    onPick(place)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const place = places[list.active] ?? (await found.first())
    if (place) pick(place)
    else list.open()
  }

  return (
    <form className={c.form} onSubmit={(event) => void submit(event)}>
      <div className={c.field} data-button={button ? '' : undefined}>
        <IconSearch size={20} className={c.icon} aria-hidden />
        <input
          className={c.input}
          type="text"
          {...list.fieldProps(shown, places.length)}
          aria-label={t(text.label)}
          placeholder={t(text.placeholder)}
          enterKeyHint="go"
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            list.reopen()
          }}
          onBlur={list.close}
        />
        {(busy || found.asking) && <Loader size={20} className={c.loader} />}
        {button}
      </div>
      <div className={c.drop} hidden={!shown}>
        <ul id={list.listId} role="listbox" aria-label={t(text.suggestions)}>
          {places.map((place, i) => (
            <Suggestion
              key={place.placeId}
              id={list.optionId(i)}
              place={place}
              active={i === list.active}
              onPick={pick}
            />
          ))}
        </ul>
        {shown && places.length === 0 && !found.error && (
          <p className={c.none} role="status">
            <FormattedMessage {...text.none} />
          </p>
        )}
        {found.error !== null && <PlaceProblem error={found.error} />}
      </div>
    </form>
  )
}

type SuggestionProps = { id: string; place: PlacePrediction; active: boolean; onPick: (place: PlacePrediction) => void }

function Suggestion({ id, place, active, onPick }: SuggestionProps) {
  const { mainText, secondaryText } = place.structuredFormat
  return (
    // The field handles the keys, because the focus stays in it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      id={id}
      role="option"
      aria-selected={active}
      className={c.option}
      // Keeps the focus in the field, whose blur would close the list before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onPick(place)}
    >
      <IconMapPin size={20} aria-hidden />
      <span>
        <b>
          <bdi>{mainText.text}</bdi>
        </b>
        <span className={c.more}>
          <bdi>{secondaryText.text}</bdi>
        </span>
      </span>
    </li>
  )
}

/** Returns the suggestions for the typed text; fetches them when the typing pauses. */
function useSuggestions(typed: string) {
  const queryClient = useQueryClient()
  const { headers } = useScope()
  const words = typed.trim()
  const [settled] = useDebouncedValue(words, typingPause)
  const options = (search_text: string) => autocompletePlacesOptions({ headers, query: { search_text } })
  const { data, error, isFetching } = useQuery({
    ...options(settled),
    enabled: settled.length >= minLetters,
    placeholderData: keepPreviousData,
  })
  const list = (answer: typeof data) => answer?.suggestions.map(({ placePrediction }) => placePrediction) ?? []
  return {
    places: list(data),
    error,
    asking: isFetching,
    shown: words.length >= minLetters && (data !== undefined || error !== null),
    /** Returns the best suggestion for the current text, also before the typing pauses. */
    first: async () => {
      if (words.length < minLetters) return undefined
      return list(await queryClient.fetchQuery(options(words)).catch(() => undefined))[0]
    },
  }
}
