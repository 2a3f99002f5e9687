import { Button } from '@mantine/core'
import { IconArrowRight, IconCurrentLocation, IconMap } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { lazyOverlay } from '@/components/loading/lazy'
import { defineMessages } from '@/lib/text/messages'
import { choosePlace, type Place } from '@/lib/scope/scope'
import { useChoosePlace } from './find-place'
import { PlaceProblem } from './place-problem'
import { PlaceSearch } from './place-search'
import { placeText } from './place-text'
import c from './location-box.module.css'

const PlaceMapDialog = lazyOverlay(() => import('./place-map-dialog'))

const text = defineMessages({
  find: { id: 'place.find', defaultMessage: 'Find shops' },
})

/** The field and the two buttons for choosing a place (LOC-01). The place is stored before onChosen is called. */
export function LocationBox({ onChosen }: { onChosen: (place: Place) => void }) {
  const [map, setMap] = useState(false)
  const choose = useChoosePlace(onChosen)
  return (
    <div className={c.box}>
      <PlaceSearch
        onPick={choose.mutate}
        busy={choose.isPending && choose.variables !== 'here'}
        button={
          <Button type="submit" h={44} className={c.find}>
            <span className={c.word}>
              <FormattedMessage {...text.find} />
            </span>
            <IconArrowRight size={20} className={`${c.arrow} mirrored`} aria-hidden />
          </Button>
        }
      />
      {choose.error && <PlaceProblem error={choose.error} />}
      <div className={c.ways}>
        <button
          type="button"
          className={c.way}
          aria-busy={choose.isPending && choose.variables === 'here'}
          onClick={() => choose.mutate('here')}
        >
          <IconCurrentLocation size={20} aria-hidden />
          <FormattedMessage {...placeText.here} />
        </button>
        <button type="button" className={c.way} aria-haspopup="dialog" onClick={() => setMap(true)}>
          <IconMap size={20} aria-hidden />
          <FormattedMessage {...placeText.fromMap} />
        </button>
      </div>
      <PlaceMapDialog
        opened={map}
        onClose={() => setMap(false)}
        onPlace={(place) => {
          setMap(false)
          choosePlace(place)
          onChosen(place)
        }}
      />
    </div>
  )
}
