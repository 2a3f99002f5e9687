import { IconBasket, IconMapPin, IconMotorbike } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { SectionHead } from '@/components/layout/section-head'
import { defineMessages } from '@/lib/text/messages'
import { useIsRental } from '@/lib/scope/shop'
import c from './steps.module.css'

const text = defineMessages({
  title: { id: 'landing.steps', defaultMessage: 'How it works' },
  place: { id: 'landing.step_place', defaultMessage: 'Say where you are' },
  placeText: {
    id: 'landing.step_place_text',
    defaultMessage: 'Every shop and every price you see is for your own street.',
  },
  choose: { id: 'landing.step_choose', defaultMessage: 'Fill one cart' },
  chooseText: {
    id: 'landing.step_choose_text',
    defaultMessage: 'See fees and delivery times next to the dishes, before you check out.',
  },
  chooseTextRental: {
    id: 'landing.step_choose_text_rental',
    defaultMessage: 'Prices and pickup places stand beside the vehicles, not at the end.',
  },
  track: { id: 'landing.step_track', defaultMessage: 'Watch it come' },
  trackText: {
    id: 'landing.step_track_text',
    defaultMessage: 'Follow your order from the kitchen to your door.',
  },
})

const stepsOf = (isRental: boolean) => [
  { Icon: IconMapPin, title: text.place, detail: text.placeText },
  { Icon: IconBasket, title: text.choose, detail: isRental ? text.chooseTextRental : text.chooseText },
  { Icon: IconMotorbike, title: text.track, detail: text.trackText },
]

export function Steps() {
  const isRental = useIsRental()
  return (
    <section>
      <SectionHead title={<FormattedMessage {...text.title} />} />
      <ol className={c.steps}>
        {stepsOf(isRental).map(({ Icon, title, detail }) => (
          <li key={title.id} className={c.step}>
            <span className={c.icon}>
              <Icon size={28} aria-hidden className={Icon === IconMotorbike ? 'mirrored' : undefined} />
            </span>
            <h3 className={c.title}>
              <FormattedMessage {...title} />
            </h3>
            <p className={c.text}>
              <FormattedMessage {...detail} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
