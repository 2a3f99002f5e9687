import { IconArrowRight, IconBike } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Picture } from '@/components/picture'
import { defineMessages } from '@/lib/text/messages'
import { useIsRental, useMoney, useShop } from '@/lib/scope/shop'
import c from './hero.module.css'

const text = defineMessages({
  free: { id: 'landing.free_delivery', defaultMessage: 'Free delivery over {amount}' },
  goOn: { id: 'landing.go_on', defaultMessage: 'Go on shopping at {location}' },
})

type Props = {
  title: string
  subTitle: string
  /** URL of a cut-out picture; empty for none. */
  art: string
  /** The address of the place that was chosen before, if any. */
  location: string
  /** The field and buttons to choose a place. */
  children: ReactNode
}

/** The first section of the landing page, with the field that asks for a place. */
export function Hero({ title, subTitle, art, location, children }: Props) {
  const { free_delivery_over: freeOver } = useShop()
  const money = useMoney()
  const isRental = useIsRental()
  return (
    <section className={c.hero}>
      <div className={c.words}>
        {freeOver > 0 && !isRental && (
          <p className={c.kicker}>
            <IconBike size={18} aria-hidden className="mirrored" />
            <span>
              <FormattedMessage {...text.free} values={{ amount: <bdi>{money(freeOver)}</bdi> }} />
            </span>
          </p>
        )}
        <h1 className={c.title}>
          <bdi>{title}</bdi>
        </h1>
        <p className={c.lead}>
          <bdi>{subTitle}</bdi>
        </p>
        <div className={c.ask}>{children}</div>
        {location && (
          <AppLink href="/home" className={c.goOn}>
            <span className={c.ellipsis}>
              <FormattedMessage
                {...text.goOn}
                values={{
                  location: (
                    <b>
                      <bdi>{location}</bdi>
                    </b>
                  ),
                }}
              />
            </span>
            <IconArrowRight size={20} className="mirrored" aria-hidden />
          </AppLink>
        )}
      </div>
      <div className={c.art}>
        <Picture
          src={art}
          alt=""
          width={960}
          height={740}
          sizes="(width >= 48em) 520px, 230px"
          fit="contain"
          priority
        />
      </div>
    </section>
  )
}
