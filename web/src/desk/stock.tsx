import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { EmptyState } from '@/components/loading/empty-state'
import { TextField } from '@/components/form/field'
import { More } from '@/components/layout/more'
import { Picture } from '@/components/picture'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { StaffMemberView, VendorItemView } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { wholeNumber } from '@/lib/text/digits'
import { defineMessages } from '@/lib/text/messages'
import { useCount, useStock, type Counted } from './desk-stock'
import c from './stock.module.css'

const text = defineMessages({
  search: { id: 'desk_stock.search', defaultMessage: 'Find an item' },
  none: { id: 'desk_stock.none', defaultMessage: 'No items here' },
  noneText: { id: 'desk_stock.none_text', defaultMessage: 'Try another word.' },
  units: { id: 'desk_stock.units', defaultMessage: 'Units of {name}' },
  campaign: { id: 'desk_stock.campaign', defaultMessage: 'Campaign: {title}' },
  uncounted: { id: 'desk_stock.uncounted', defaultMessage: 'No limit' },
  save: { id: 'desk_stock.save', defaultMessage: 'Save' },
  soldOut: { id: 'desk_stock.sold_out', defaultMessage: 'Sold out' },
  noLimit: { id: 'desk_stock.no_limit', defaultMessage: 'No limit' },
  wrong: { id: 'desk_stock.wrong', defaultMessage: 'A number from 0 to 1,000,000' },
  saved: { id: 'desk_stock.saved', defaultMessage: 'The stock of {name} is saved' },
})

const typingPause = 300 // ms

/** The items of the store, and how many there are of each. */
export default function Stock({ member }: { member: StaffMemberView }) {
  const { formatMessage: t } = useIntl()
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), typingPause)
  const { list, items } = useStock(member, search)
  const query = { ...list, data: items, refetch: () => list.refetch() }
  return (
    <div className={c.stock}>
      <TextField
        type="search"
        label={t(text.search)}
        maxLength={100}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <QueryView query={query} skeleton={<Skeleton height={160} radius={18} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={<FormattedMessage {...text.none} />} text={<FormattedMessage {...text.noneText} />} />
          ) : (
            <>
              <ul className={c.list}>
                {all.map((item) => (
                  <Item key={item.id} member={member} item={item} />
                ))}
              </ul>
              <More list={list} />
            </>
          )
        }
      </QueryView>
    </div>
  )
}

function Item({ member, item }: { member: StaffMemberView; item: VendorItemView }) {
  const { formatMessage: t } = useIntl()
  return (
    <li className={c.item} aria-label={item.name}>
      <Picture src={item.image_full_url} alt="" width={56} height={56} sizes="56px" />
      <b>
        <bdi>{item.name}</bdi>
      </b>
      <div className={c.pools}>
        {item.pools.map(({ variation_id: id, name, stock }) => (
          <Pool
            key={id ?? 0}
            member={member}
            of={{ itemId: item.id, variationId: id }}
            name={name ?? item.name}
            label={name ?? t(text.units, { name: item.name })}
            stock={stock}
          />
        ))}
        {item.campaigns?.map(({ id, title, stock }) => (
          <Pool
            key={`campaign-${id}`}
            member={member}
            of={{ itemId: item.id, campaignId: id }}
            name={title}
            label={t(text.campaign, { title })}
            stock={stock}
          />
        ))}
      </div>
    </li>
  )
}

type PoolProps = {
  member: StaffMemberView
  of: Pick<Counted, 'itemId' | 'variationId' | 'campaignId'>
  name: string
  label: string
  /** null: not counted. */
  stock: number | null
}

function Pool({ member, of, name, label, stock }: PoolProps) {
  const { formatMessage: t } = useIntl()
  const count = useCount(member)
  const before = stock === null ? '' : String(stock)
  const [typed, setTyped] = useState(before)
  const [isTried, setTried] = useState(false)
  const [known, setKnown] = useState(stock)
  // If the stock has changed meanwhile, the field shows the new number: the typed one corrected the old.
  if (known !== stock) {
    setKnown(stock)
    setTyped(before)
    setTried(false)
  }
  const wanted = wholeNumber(typed)
  const isNumber = wanted <= 1_000_000

  const send = (units: number | null) => {
    if (count.isPending) return
    count
      .mutateAsync({ ...of, units, expected: stock })
      .then(() => toast(t(text.saved, { name })))
      .catch(() => {}) // a toast says why
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isNumber) send(wanted)
  }
  return (
    <form className={c.pool} onSubmit={save} noValidate>
      <TextField
        label={<bdi>{label}</bdi>}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        placeholder={t(text.uncounted)}
        value={typed}
        error={isTried && !isNumber ? t(text.wrong) : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={c.buttons}>
        <BusyButton type="submit" h={44} busy={count.isPending} variant={typed === before ? 'default' : 'filled'}>
          <FormattedMessage {...text.save} />
        </BusyButton>
        {stock !== 0 && (
          <Button variant="default" h={44} onClick={() => send(0)}>
            <FormattedMessage {...text.soldOut} />
          </Button>
        )}
        {stock !== null && (
          <Button variant="default" h={44} onClick={() => send(null)}>
            <FormattedMessage {...text.noLimit} />
          </Button>
        )}
      </div>
    </form>
  )
}
