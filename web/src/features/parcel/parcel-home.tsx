import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArrowRight, IconMapPin, IconMotorbike, IconShoppingBag } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { EmptyState } from '@/components/loading/empty-state'
import { Money } from '@/components/price/money'
import { Picture } from '@/components/picture'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { listParcelCategoriesOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { ParcelCategoryView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { hrefTo } from '@/lib/page/href'
import { usePageTitle } from '@/lib/page/page-title'
import { useScope } from '@/lib/scope/scope'
import { useModuleId, useShop } from '@/lib/scope/shop'
import { fold } from '@/lib/text/fold'
import { defineMessages } from '@/lib/text/messages'
import c from './parcel-home.module.css'

const text = defineMessages({
  title: { id: 'parcel.title', defaultMessage: 'Send a parcel' },
  lead: {
    id: 'parcel.lead',
    defaultMessage: 'A rider picks it up at one door and brings it to the other. You see the price before you send it.',
  },
  send: { id: 'parcel.send', defaultMessage: 'Send now' },
  categories: { id: 'parcel.categories', defaultMessage: 'What would you like to send?' },
  from: { id: 'parcel.from', defaultMessage: 'from {price}' },
  how: { id: 'parcel.how', defaultMessage: 'How it works' },
  say: { id: 'parcel.step_say', defaultMessage: 'Say from where to where' },
  sayText: {
    id: 'parcel.step_say_text',
    defaultMessage: 'Two places on the map and two people with a phone are enough. The price follows every change.',
  },
  hand: { id: 'parcel.step_hand', defaultMessage: 'Hand it over' },
  handText: {
    id: 'parcel.step_hand_text',
    defaultMessage: 'A rider comes at once, or at the time you choose. You pay, or the receiver pays at the door.',
  },
  follow: { id: 'parcel.step_follow', defaultMessage: 'Follow it together' },
  followText: {
    id: 'parcel.step_follow_text',
    defaultMessage: 'Share a link with the receiver, who sees it come without seeing your address.',
  },
  emptyTitle: { id: 'parcel.empty_title', defaultMessage: 'No parcels here yet' },
  emptyText: { id: 'parcel.empty_text', defaultMessage: 'Nobody delivers parcels in your area yet.' },
  emptyAction: { id: 'parcel.empty_action', defaultMessage: 'Choose another place' },
  noneTitle: { id: 'parcel.none_title', defaultMessage: 'Nothing like that' },
  noneText: { id: 'parcel.none_text', defaultMessage: 'Look through everything that can be sent.' },
  noneAction: { id: 'parcel.none_action', defaultMessage: 'Show everything' },
})

const steps = [
  { Icon: IconMapPin, title: text.say, detail: text.sayText },
  { Icon: IconShoppingBag, title: text.hand, detail: text.handText },
  { Icon: IconMotorbike, title: text.follow, detail: text.followText },
] as const

const isFound = ({ name, description }: ParcelCategoryView, words: string) =>
  fold(`${name} ${description}`).includes(fold(words))

/** The home page of a parcel module: what can be sent, and how it works (PCL-01). words: what is searched for. */
export function ParcelHome({ words }: { words: string }) {
  const { formatMessage: t } = useIntl()
  const { headers } = useScope()
  const moduleId = useModuleId()
  const icon = useShop().module.find(({ id }) => id === moduleId)?.icon_full_url ?? ''
  usePageTitle(t(text.title))
  const categories = useQuery(listParcelCategoriesOptions({ headers }))
  return (
    <>
      <section className={c.hero}>
        <div className={c.heroWords}>
          <h1 className={c.title}>
            <FormattedMessage {...text.title} />
          </h1>
          <p className={c.lead}>
            <FormattedMessage {...text.lead} />
          </p>
          <AppLink href="/parcel/send" className={c.button}>
            <FormattedMessage {...text.send} />
            <IconArrowRight size={20} aria-hidden className="mirrored" />
          </AppLink>
        </div>
        <div className={c.heroArt}>
          <Picture src={icon} alt="" width={160} height={160} sizes="160px" fit="contain" priority />
        </div>
      </section>
      <section className={c.section} aria-labelledby="parcel-categories">
        <h2 id="parcel-categories">
          <FormattedMessage {...text.categories} />
        </h2>
        <QueryView query={categories} skeleton={<CardsSkeleton />} art={emptyArt('error')}>
          {({ categories: all }) => <Categories all={all} words={words} />}
        </QueryView>
      </section>
      <section className={c.section} aria-labelledby="parcel-steps">
        <h2 id="parcel-steps">
          <FormattedMessage {...text.how} />
        </h2>
        <ol className={c.steps}>
          {steps.map(({ Icon, title, detail }) => (
            <li key={title.id} className={c.step}>
              <span className={c.icon}>
                <Icon size={28} aria-hidden className={Icon === IconMotorbike ? 'mirrored' : undefined} />
              </span>
              <div>
                <h3 className={c.stepTitle}>{t(title)}</h3>
                <p className={c.quiet}>{t(detail)}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function Categories({ all, words }: { all: readonly ParcelCategoryView[]; words: string }) {
  const found = all.filter((category) => isFound(category, words))
  if (found.length > 0) {
    return (
      <ul className={c.cards}>
        {found.map((category) => (
          <li key={category.id}>
            <Card category={category} />
          </li>
        ))}
      </ul>
    )
  }
  const isSearch = all.length > 0
  return (
    <EmptyState
      art={emptyArt(isSearch ? 'search' : 'store')}
      title={<FormattedMessage {...(isSearch ? text.noneTitle : text.emptyTitle)} />}
      text={<FormattedMessage {...(isSearch ? text.noneText : text.emptyText)} />}
      action={
        <Button component={AppLink} href={isSearch ? '/home' : '/'} size="md">
          <FormattedMessage {...(isSearch ? text.noneAction : text.emptyAction)} />
        </Button>
      }
    />
  )
}

/** What may be sent, with the least it costs. Its link covers the whole card. */
function Card({ category }: { category: ParcelCategoryView }) {
  const { id, name, description, maximum_weight, image_full_url } = category
  const least = Math.max(category.base_charge, category.minimum_charge)
  return (
    <article className={c.card}>
      <div className={c.art}>
        <Picture src={image_full_url} alt="" width={72} height={72} sizes="72px" fit="contain" />
      </div>
      <div className={c.words}>
        <h3 className={c.name}>
          <AppLink href={hrefTo('/parcel/send', { search: { category: id } })} className={c.link}>
            <bdi>{name}</bdi>
          </AppLink>
        </h3>
        {description && (
          <p className={c.quiet}>
            <bdi>{description}</bdi>
          </p>
        )}
        <p className={c.facts}>
          <b>
            <FormattedMessage {...text.from} values={{ price: <Money key="price" value={least} /> }} />
          </b>
          {maximum_weight && <bdi className={c.quiet}>{maximum_weight}</bdi>}
        </p>
      </div>
    </article>
  )
}

function CardsSkeleton() {
  return (
    <div className={c.cards} aria-hidden>
      {[1, 2, 3, 4, 5].map((n) => (
        <Skeleton key={n} height={116} radius={18} />
      ))}
    </div>
  )
}
