import { Loader } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { PlacePrediction } from '@/lib/api/types.gen'
import { useSuggestionList } from '@/components/form/use-suggestion-list'
import { defineMessages } from '@/lib/text/messages'
import { PlaceProblem } from './place-problem'
import { Suggestion, useSuggestions } from './place-suggestions'
import c from './place-search.module.css'

const text = defineMessages({
  label: { id: 'place.search_label', defaultMessage: 'Your address' },
  placeholder: { id: 'place.search_placeholder', defaultMessage: 'Street, place or landmark' },
  suggestions: { id: 'place.suggestions', defaultMessage: 'Places' },
  none: { id: 'place.no_suggestions', defaultMessage: 'No place found. Try another spelling, or pick it on the map.' },
})

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
  const input = useRef<HTMLInputElement>(null)
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
    if (input.current?.value !== typed) return // something else was typed or picked meanwhile
    if (place) pick(place)
    else list.open()
  }

  return (
    <form className={c.form} onSubmit={(event) => void submit(event)}>
      <div className={c.field} data-button={button ? '' : undefined}>
        <IconSearch size={20} className={c.icon} aria-hidden />
        <input
          ref={input}
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
