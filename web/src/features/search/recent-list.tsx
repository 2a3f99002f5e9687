import { IconClock, IconX } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { removeRecentSearch, removeRecentSearches, useRecentSearches } from './recent-searches'
import c from './search-panel.module.css'

const text = defineMessages({
  title: { id: 'search.recent', defaultMessage: 'Recent searches' },
  remove: { id: 'search.remove_recent', defaultMessage: 'Remove “{words}”' },
  clear: { id: 'search.clear_recent', defaultMessage: 'Clear all' },
})

type Props = {
  onSearch: (words: string) => void
  /** The button that had the focus is gone. */
  onRemoved: () => void
}

/** What was searched for before, under the empty field: a tap searches again, and each can be removed. */
export default function RecentList({ onSearch, onRemoved }: Props) {
  const { formatMessage: t } = useIntl()
  const searches = useRecentSearches()
  if (searches.length === 0) return null
  const remove = (action: () => void) => () => {
    action()
    onRemoved()
  }
  return (
    // The field keeps the focus until the click has landed: Safari gives it to no button, and the list would be closed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={c.panel} aria-label={t(text.title)} onMouseDown={(event) => event.preventDefault()}>
      <div className={c.head}>
        <h2 className={c.title}>
          <FormattedMessage {...text.title} />
        </h2>
        <button type="button" className={c.textButton} onClick={remove(removeRecentSearches)}>
          <FormattedMessage {...text.clear} />
        </button>
      </div>
      <ul>
        {searches.map((words) => (
          <li key={words} className={c.recent}>
            <button type="button" className={c.option} onClick={() => onSearch(words)}>
              <IconClock size={20} aria-hidden />
              <span className={c.name}>
                <bdi>{words}</bdi>
              </span>
            </button>
            <button
              type="button"
              className={c.remove}
              aria-label={t(text.remove, { words })}
              onClick={remove(() => removeRecentSearch(words))}
            >
              <IconX size={18} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
