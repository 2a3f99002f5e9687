import { defineMessages } from '@/lib/text/messages'

/** Messages that several ways of choosing a place share. */
export const placeText = defineMessages({
  here: { id: 'place.here', defaultMessage: 'Use Current Location' },
  unnamed: { id: 'place.unnamed', defaultMessage: 'Place on the map' },
  fromMap: { id: 'place.from_map', defaultMessage: 'Pick from map' },
})
