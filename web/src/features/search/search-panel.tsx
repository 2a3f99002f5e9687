import type { ComponentProps } from 'react'
import RecentList from './recent-list'
import SuggestionOptions from './suggestion-options'

export { rememberSearch } from './recent-searches'

type Props = { options: ComponentProps<typeof SuggestionOptions> } | { recent: ComponentProps<typeof RecentList> }

/** What opens below the field, in one file: the first route has no room for it. */
export default function SearchPanel(props: Props) {
  return 'options' in props ? <SuggestionOptions {...props.options} /> : <RecentList {...props.recent} />
}
