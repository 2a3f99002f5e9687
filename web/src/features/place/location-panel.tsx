import '@mantine/core/styles/Popover.layer.css'
import { Button, Popover, useMatches } from '@mantine/core'
import { IconCurrentLocation, IconMap } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { lazyOverlay } from '@/components/loading/lazy'
import { defineMessages } from '@/lib/text/messages'
import { reloadWithToast } from '@/lib/page/toast-after-reload'
import { choosePlace, useScope, type Place } from '@/lib/scope/scope'
import { isLoginOn, useIsRental, useShop } from '@/lib/scope/shop'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { useChoosePlace } from './find-place'
import type { PickerProps } from './location-picker'
import { PlaceProblem } from './place-problem'
import { placeText } from './place-text'
import c from './location-panel.module.css'

const PlaceMapDialog = lazyOverlay(() => import('./place-map-dialog'))

const text = defineMessages({
  saved: { id: 'place.saved', defaultMessage: 'Select from saved addresses or pick from map' },
  signIn: { id: 'place.sign_in', defaultMessage: 'To select from saved addresses, you need to sign in.' },
  signInButton: { id: 'place.sign_in_button', defaultMessage: 'Sign In' },
})

/** The open picker. A choice applies at once and reloads the page (LOC-03, LOC-12). */
export default function LocationPanel({ target, saved }: PickerProps) {
  const { signedIn } = useScope()
  const isRental = useIsRental()
  const [opened, setOpened] = useState(true)
  const [map, setMap] = useState(false)
  const width = useMatches({ base: 300, sm: 320, md: 350 }, { getInitialValueInEffect: false })
  const applied = () => {
    setOpened(false)
    reloadWithToast(isRental ? 'pickup' : 'place')
  }
  const choose = useChoosePlace(applied)
  const close = () => {
    choose.reset()
    setOpened(false)
  }
  const pick = (place: Place) => {
    choosePlace(place)
    applied()
  }

  return (
    <>
      <Popover
        opened={opened}
        onChange={(now) => (now ? setOpened(true) : close())}
        position="bottom-start"
        width={width}
        trapFocus
        returnFocus
      >
        <Popover.Target>{target(() => (opened ? close() : setOpened(true)))}</Popover.Target>
        <Popover.Dropdown className={c.panel}>
          {signedIn ? (
            <div className={c.saved}>
              <p className={c.hint}>
                <FormattedMessage {...text.saved} />
              </p>
              <div className={c.scroll}>{saved(pick)}</div>
            </div>
          ) : (
            <SignInHint onSignIn={close} />
          )}
          <BusyButton
            h={48}
            leftSection={<IconCurrentLocation size={20} aria-hidden />}
            busy={choose.isPending}
            onClick={() => choose.mutate('here')}
          >
            <FormattedMessage {...placeText.here} />
          </BusyButton>
          <Button
            h={48}
            variant="default"
            leftSection={<IconMap size={20} aria-hidden />}
            onClick={() => {
              close()
              setMap(true)
            }}
          >
            <FormattedMessage {...placeText.fromMap} />
          </Button>
          {choose.error && <PlaceProblem error={choose.error} />}
        </Popover.Dropdown>
      </Popover>
      <PlaceMapDialog opened={map} onClose={() => setMap(false)} onPlace={pick} />
    </>
  )
}

/** Tells a guest to sign in for saved addresses, if any login is on (D24). */
function SignInHint({ onSignIn }: { onSignIn: () => void }) {
  const shop = useShop()
  const { signIn } = useAccountDialogs()
  if (!isLoginOn(shop)) return null
  return (
    <div className={c.guest}>
      <p className={c.hint}>
        <FormattedMessage {...text.signIn} />
      </p>
      <Button
        variant="default"
        h={44}
        onClick={() => {
          onSignIn()
          signIn('sign-in')
        }}
      >
        <FormattedMessage {...text.signInButton} />
      </Button>
    </div>
  )
}
