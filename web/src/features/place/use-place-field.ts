import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ChangeEvent, type FocusEvent, type KeyboardEvent } from 'react'
import { useSuggestionList } from '@/components/form/use-suggestion-list'
import type { PickedPlace, PlaceInput } from '@/contracts/place-input'
import { getPlaceDetailsOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { PlacePrediction } from '@/lib/api/types.gen'
import { useSuggestions } from './place-suggestions'

type Options = Pick<Parameters<PlaceInput>[0], 'value' | 'onChange' | 'onUnpicked' | 'recent'>

/** The state of a field for a place: what is typed, what is listed below it, and the place that is picked. */
export function usePlaceField({ value, onChange, onUnpicked, recent: offered = [] }: Options) {
  const [typed, setTyped] = useState<string>()
  const list = useSuggestionList()
  const lookup = useLookup()
  const words = typed ?? ''
  const found = useSuggestions(words)
  const recent = list.isOpen && words === '' && offered.length > 0 ? offered : undefined
  const places = list.isOpen && words !== '' && found.shown ? found.places : undefined

  const settle = (place: PickedPlace | undefined) => {
    lookup.reset()
    setTyped(undefined)
    onUnpicked?.(false)
    list.close()
    onChange(place)
  }
  // Callbacks of this call only: they do not run once something else is typed or picked.
  const choose = (place: PlacePrediction) => lookup.mutate(place, { onSuccess: settle })
  const pickActive = async (input: EventTarget & HTMLInputElement) => {
    const old = recent?.[list.active]
    if (old) return settle(old)
    const place = found.places[list.active] ?? (await found.first())
    if (place && input.value === words) choose(place)
    return undefined
  }
  const isListed = recent !== undefined || places !== undefined
  const aria = list.fieldProps(isListed, (recent ?? places ?? []).length)
  return {
    list,
    /** The last places; undefined: they are not listed. */
    recent,
    /** The places that were found; undefined: they are not listed. */
    places,
    isListed,
    searchError: found.error,
    lookupError: lookup.error,
    isLoading: lookup.isPending || (places !== undefined && found.asking),
    isTyped: typed !== undefined,
    /** Something is typed, and the list was closed without picking one of its places. */
    isUnpicked: words !== '' && !list.isOpen && !lookup.isPending,
    settle,
    choose,
    inputProps: {
      ...aria,
      value: typed ?? value?.location ?? '',
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        event.currentTarget.select()
        list.open()
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        lookup.reset() // a late answer must not replace what is typed
        setTyped(event.target.value)
        onUnpicked?.(event.target.value !== '')
        if (value) onChange(undefined) // what is typed is no place yet
        list.reopen()
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter' && (words !== '' || list.active >= 0)) {
          event.preventDefault() // it picks a place, and does not send the form
          void pickActive(event.currentTarget)
        }
        aria.onKeyDown(event)
      },
      onBlur: () => {
        list.close()
        if (!typed) setTyped(undefined)
      },
    },
  }
}

export type PlaceField = ReturnType<typeof usePlaceField>

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
