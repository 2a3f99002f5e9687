import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCopy, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { Money } from '@/components/price/money'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { getReferralOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { ReferralOutputBody } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { usePageTitle } from '@/lib/page/page-title'
import { toast } from '@/lib/page/toast'
import { useMoney, useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import c from './referral.module.css'

const text = defineMessages({
  title: { id: 'referral.title', defaultMessage: 'Referral code' },
  lead: { id: 'referral.lead', defaultMessage: 'Bring a friend: you get {mine}, your friend gets {theirs}.' },
  code: { id: 'referral.code', defaultMessage: 'Your code' },
  copy: { id: 'referral.copy', defaultMessage: 'Copy the code {code}' },
  copied: { id: 'referral.copied', defaultMessage: 'Code {code} copied.' },
  byHand: { id: 'referral.by_hand', defaultMessage: 'Your browser does not copy here. The link is {link}' },
  share: { id: 'referral.share', defaultMessage: 'Share' },
  linkCopied: { id: 'referral.link_copied', defaultMessage: 'The link to sign up is copied.' },
  invitation: { id: 'referral.invitation', defaultMessage: 'Join me at {shop} with my code {code}, and get {amount}.' },
  how: { id: 'referral.how', defaultMessage: 'How it works' },
  friends: { id: 'referral.friends', defaultMessage: 'Your friends so far' },
  joined: { id: 'referral.joined', defaultMessage: 'Signed up' },
  rewarded: { id: 'referral.rewarded', defaultMessage: 'Rewarded' },
  earned: { id: 'referral.earned', defaultMessage: 'You got' },
})

const steps = defineMessages({
  share: { id: 'referral.step_share', defaultMessage: 'Share your code with a friend.' },
  join: { id: 'referral.step_join', defaultMessage: 'Your friend signs up with it.' },
  order: {
    id: 'referral.step_order',
    defaultMessage: 'When their first order of {least} or more is delivered, you both get the money.',
  },
})

/** The code of a customer, how it works, and what came of it (WAL-04). */
export function Referral() {
  usePageTitle(useIntl().formatMessage(text.title))
  const query = useQuery({ ...getReferralOptions(), staleTime: 0 })
  return (
    <section className={c.page}>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <QueryView query={query} skeleton={<ReferralSkeleton />} art={emptyArt('error')}>
        {(referral) => (
          <>
            <Code referral={referral} />
            <Steps minOrder={referral.least_order} />
            <Friends referral={referral} />
          </>
        )}
      </QueryView>
    </section>
  )
}

function Code({ referral }: { referral: ReferralOutputBody }) {
  const { ref_code: code, referrer_reward: mine, friend_reward: theirs } = referral
  const { formatMessage: t } = useIntl()
  const money = useMoney()
  const { business_name: shop } = useShop()
  const [isByHand, setByHand] = useState(false)
  const link = new URL(referral.link, window.location.origin).href

  const copy = async (words: string, done: string) => {
    try {
      // Browsers have a clipboard only on HTTPS pages.
      await navigator.clipboard.writeText(words)
      toast(done)
    } catch {
      setByHand(true)
    }
  }
  const share = async () => {
    if (!('share' in navigator)) return copy(link, t(text.linkCopied))
    try {
      await navigator.share({ title: shop, text: t(text.invitation, { shop, code, amount: money(theirs) }), url: link })
    } catch (error) {
      // AbortError: the customer has closed the list of apps.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(link, t(text.linkCopied))
    }
  }
  return (
    <section className={c.card}>
      <p className={c.lead}>
        <FormattedMessage
          {...text.lead}
          values={{ mine: <Money key="mine" value={mine} />, theirs: <Money key="theirs" value={theirs} /> }}
        />
      </p>
      <h2 className={c.label}>
        <FormattedMessage {...text.code} />
      </h2>
      <div className={c.actions}>
        <button
          type="button"
          className={c.code}
          aria-label={t(text.copy, { code })}
          onClick={() => void copy(code, t(text.copied, { code }))}
        >
          <bdi dir="ltr">{code}</bdi>
          <IconCopy size={18} aria-hidden />
        </button>
        <Button size="md" leftSection={<IconShare size={20} aria-hidden />} onClick={() => void share()}>
          <FormattedMessage {...text.share} />
        </Button>
      </div>
      {isByHand && (
        <p className={c.quiet} role="status">
          <FormattedMessage
            {...text.byHand}
            values={{
              link: (
                <bdi key="link" dir="ltr">
                  {link}
                </bdi>
              ),
            }}
          />
        </p>
      )}
    </section>
  )
}

function Steps({ minOrder }: { minOrder: number }) {
  return (
    <section className={c.part}>
      <h2>
        <FormattedMessage {...text.how} />
      </h2>
      <ol className={c.steps}>
        {[steps.share, steps.join, steps.order].map((step) => (
          <li key={step.id}>
            <FormattedMessage {...step} values={{ least: <Money key="least" value={minOrder} /> }} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Friends({ referral: { joined, rewarded, earned } }: { referral: ReferralOutputBody }) {
  return (
    <section className={c.part}>
      <h2>
        <FormattedMessage {...text.friends} />
      </h2>
      <dl className={c.numbers}>
        <div>
          <dt>
            <FormattedMessage {...text.joined} />
          </dt>
          <dd>
            <FormattedNumber value={joined} />
          </dd>
        </div>
        <div>
          <dt>
            <FormattedMessage {...text.rewarded} />
          </dt>
          <dd>
            <FormattedNumber value={rewarded} />
          </dd>
        </div>
        <div>
          <dt>
            <FormattedMessage {...text.earned} />
          </dt>
          <dd>
            <Money value={earned} />
          </dd>
        </div>
      </dl>
    </section>
  )
}

function ReferralSkeleton() {
  return (
    <div className={c.page} aria-hidden>
      <Skeleton height={176} radius={20} />
      <Skeleton height={140} radius={18} />
      <Skeleton height={96} radius={18} />
    </div>
  )
}
