import { Button } from '@mantine/core'
import { useRef, useState, type SubmitEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { TextField } from '@/components/form/field'
import { defineMessages, type Message } from '@/lib/text/messages'
import { parseOrderQuery, type OrderQuery } from './order-query'
import c from './order-search.module.css'

const text = defineMessages({
  label: { id: 'desk_search.label', defaultMessage: 'Order number or phone' },
  find: { id: 'desk_search.find', defaultMessage: 'Find' },
  clear: { id: 'desk_search.clear', defaultMessage: 'Show all' },
  wrong: { id: 'desk_search.wrong', defaultMessage: 'Please give the number of an order, or a phone' },
  found: {
    id: 'desk_search.found',
    defaultMessage: '{count, plural, =0 {No orders found} one {# order found} other {# orders found}}',
  },
})

/** What is looked for. */
export type SearchTexts = Record<'label' | 'wrong' | 'found', Message>

type Props = {
  /** Of another search than for orders. */
  texts?: SearchTexts
  onFind: (find: OrderQuery | undefined) => void
  /** How many were found; undefined: nothing was looked for, or the answer is not there yet. */
  found: number | undefined
}

/** Finds one order or trip, or those of a shopper who calls. */
export function OrderSearch({ texts = text, onFind, found }: Props) {
  const { formatMessage: t } = useIntl()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const look = (find: OrderQuery | undefined) => {
    setWrong(false)
    setFinding(find !== undefined)
    onFind(find)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const find = parseOrderQuery(typed)
    look(find) // words that name nothing end the search before them
    setWrong(find === undefined && typed.trim() !== '')
  }
  const type = (words: string) => {
    setTyped(words)
    if (words === '') look(undefined) // also by the browser's own button
  }
  const clear = () => {
    type('')
    input.current?.focus()
  }
  return (
    <form role="search" className={c.search} onSubmit={submit} noValidate>
      <TextField
        ref={input}
        type="search"
        className={c.field}
        label={t(texts.label)}
        autoComplete="off"
        maxLength={40}
        value={typed}
        error={isWrong ? t(texts.wrong) : undefined}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button type="submit" h={48}>
        <FormattedMessage {...text.find} />
      </Button>
      {isFinding && (
        <Button variant="default" h={48} onClick={clear}>
          <FormattedMessage {...text.clear} />
        </Button>
      )}
      <p className={c.found} role="status">
        {isFinding && found !== undefined && <FormattedMessage {...texts.found} values={{ count: found }} />}
      </p>
    </form>
  )
}
