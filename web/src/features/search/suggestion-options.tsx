import { FormattedMessage } from 'react-intl'
import { Picture } from '@/components/picture'
import type { Suggestion } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './search-panel.module.css'

const text = defineMessages({
  item: { id: 'search.kind_item', defaultMessage: 'Item' },
  store: { id: 'search.kind_store', defaultMessage: 'Store' },
  category: { id: 'search.kind_category', defaultMessage: 'Category' },
  vehicle: { id: 'search.kind_vehicle', defaultMessage: 'Vehicle' },
  provider: { id: 'search.kind_provider', defaultMessage: 'Provider' },
})

type Props = {
  suggestions: readonly Suggestion[]
  active: number
  optionId: (index: number) => string
  onOpen: (one: Suggestion) => void
}

/** The options of the list below the field. */
export default function SuggestionOptions({ suggestions, active, optionId, onOpen }: Props) {
  return suggestions.map((one, index) => (
    // Keys are the combobox's; focus never leaves it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      key={`${one.kind}-${one.id}`}
      id={optionId(index)}
      role="option"
      className={c.option}
      aria-selected={index === active}
      // The field keeps the focus until the click has landed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(one)}
    >
      <span className={c.art} data-kind={one.kind}>
        <Picture
          src={one.image_full_url}
          alt=""
          width={40}
          height={40}
          sizes="40px"
          fit={one.kind === 'category' ? 'contain' : 'cover'}
        />
      </span>
      <span className={c.name}>
        <bdi>{one.name}</bdi>
      </span>
      <span className={c.kind}>
        {one.store_name ? <bdi>{one.store_name}</bdi> : <FormattedMessage {...text[one.kind]} />}
      </span>
    </li>
  ))
}
