import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconMapPin } from '@tabler/icons-react'
import { autocompletePlacesOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { PlacePrediction } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope/scope'
import c from './place-search.module.css'

const typingPause = 250 // ms without typing before a request
const minLetters = 2

type SuggestionProps = { id: string; place: PlacePrediction; active: boolean; onPick: (place: PlacePrediction) => void }

/** An option of the list below a field. */
export function Suggestion({ id, place, active, onPick }: SuggestionProps) {
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
export function useSuggestions(typed: string) {
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
