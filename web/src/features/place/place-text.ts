import { defineMessages } from '@/lib/text/messages'

/** What more than one way of choosing a place says. */
export const placeText = defineMessages({
  here: { id: 'place.here', defaultMessage: 'Use Current Location' },
  unnamed: { id: 'place.unnamed', defaultMessage: 'Place on the map' },
  fromMap: { id: 'place.from_map', defaultMessage: 'Pick from map' },
})
