import { IconSearch } from '@tabler/icons-react'
import type { SubmitEvent } from 'react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/messages'
import c from './search-field.module.css'

const text = defineMessages({
  label: { id: 'search_field.label', defaultMessage: 'Search' },
  placeholder: { id: 'search_field.placeholder', defaultMessage: 'Search dishes, shops or products' },
})

type Props = {
  /** What the address says is being searched for. */
  value: string
  onSearch: (words: string) => void
}

/** The plain search: words and Enter. A feature that suggests while typing takes its place. */
export function SearchField({ value, onSearch }: Props) {
  const { formatMessage: t } = useIntl()
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = new FormData(event.currentTarget).get('name')
    if (typeof words === 'string' && words.trim() !== '') onSearch(words.trim())
  }
  return (
    <form role="search" className={c.form} onSubmit={search}>
      <IconSearch size={20} className={c.icon} aria-hidden />
      <input
        key={value} // a new address brings its own words
        className={c.input}
        type="search"
        name="name"
        defaultValue={value}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        aria-label={t(text.label)}
        placeholder={t(text.placeholder)}
      />
    </form>
  )
}
