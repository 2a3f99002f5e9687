import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { lazyExtra } from '@/components/loading/lazy'
import { useSuggestionList } from '@/components/form/use-suggestion-list'
import { suggestItemsOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { Suggestion } from '@/lib/api/types.gen'
import { slugOf, withItem } from '@/lib/page/links'
import { defineMessages, type Message } from '@/lib/text/messages'
import { hrefTo, type Href } from '@/lib/page/href'
import { useScope, type ModuleType, type Scope } from '@/lib/scope/scope'
import { useModuleType } from '@/lib/scope/shop'
import c from './search-box.module.css'

const text = defineMessages({
  label: { id: 'search.label', defaultMessage: 'Search' },
  placeholder: { id: 'search.placeholder', defaultMessage: 'Search dishes, shops or products' },
  rentalPlaceholder: { id: 'search.placeholder_rental', defaultMessage: 'Search vehicles and brands' },
  parcelPlaceholder: { id: 'search.placeholder_parcel', defaultMessage: 'Search what can be sent' },
  clear: { id: 'search.clear_words', defaultMessage: 'Clear the search' },
  suggestions: { id: 'search.suggestions', defaultMessage: 'Suggestions' },
  found: {
    id: 'search.suggested',
    defaultMessage: '{n, plural, =0 {No suggestions} one {# suggestion} other {# suggestions}}',
  },
})

const placeholders: Record<string, Message> = { rental: text.rentalPlaceholder, parcel: text.parcelPlaceholder }

const quiet = 150 // ms after the last key before suggestions are asked for
const minLetters = 2 // letters worth asking for

// Nothing is below the field before somebody uses it.
const loadPanel = () => import('./search-panel')
const Panel = lazyExtra(loadPanel)

/** Words and Enter, a suggestion while typing, or a recent search: by keys, mouse and touch (BRW-02). */
export function SearchBox() {
  const { formatMessage: t } = useIntl()
  const { href, words, setWords } = useWords()
  const list = useSuggestionList({ stopsAtText: true })
  const input = useRef<HTMLInputElement>(null)

  useFocusWhenAsked(input, href)

  const suggestions = useSuggestions(words, list.isOpen, useScope())
  const isListed = list.isOpen && suggestions.length > 0

  const { open, searchFor } = useGo(list.close, href, setWords)
  const leave = () => {
    input.current?.focus() // it may be in what is closed; before close, because focus opens
    list.close()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = isListed ? suggestions[list.active] : undefined
    if (chosen) open(chosen)
    else searchFor(words)
  }

  return (
    // Leaving the box by keys or mouse closes what is below it; nobody acts on the form itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      role="search"
      className={c.form}
      onSubmit={submit}
      onBlur={(event) => leaves(event) && list.close()}
      onKeyDown={(event) => event.key === 'Escape' && leave()}
    >
      <IconSearch size={20} className={c.icon} aria-hidden />
      <Field
        ref={input}
        list={list}
        combobox={list.fieldProps(isListed, suggestions.length)}
        words={words}
        setWords={setWords}
      />
      {words !== '' && (
        <ClearButton
          onClick={() => {
            setWords('')
            input.current?.focus()
          }}
        />
      )}
      <ul id={list.listId} className={c.list} role="listbox" aria-label={t(text.suggestions)} hidden={!isListed}>
        {isListed && <Panel options={{ suggestions, active: list.active, optionId: list.optionId, onOpen: open }} />}
      </ul>
      {list.isOpen && words.trim() === '' && (
        <Panel recent={{ onSearch: searchFor, onRemoved: () => input.current?.focus() }} />
      )}
      <span className="sr" role="status">
        {list.isOpen && words.trim().length >= minLetters && (
          <FormattedMessage {...text.found} values={{ n: suggestions.length }} />
        )}
      </span>
    </form>
  )
}

type List = ReturnType<typeof useSuggestionList>

type FieldProps = {
  ref: React.RefObject<HTMLInputElement | null>
  list: List
  /** The attributes of a field with suggestions. */
  combobox: ReturnType<List['fieldProps']>
  words: string
  setWords: (words: string) => void
}

function Field({ ref, list, combobox, words, setWords }: FieldProps) {
  const { formatMessage: t } = useIntl()
  const moduleType = useModuleType()
  return (
    <input
      ref={ref}
      className={c.input}
      type="search"
      {...combobox}
      onFocus={() => {
        list.open()
        loadPanel().catch(() => {}) // the panel itself fetches it again
      }}
      onClick={list.open}
      name="name"
      value={words}
      maxLength={100}
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="search"
      aria-label={t(text.label)}
      placeholder={t(placeholders[moduleType ?? ''] ?? text.placeholder)}
      onChange={({ target }) => {
        setWords(target.value)
        list.reopen()
      }}
    />
  )
}

function ClearButton({ onClick }: { onClick: () => void }) {
  const { formatMessage: t } = useIntl()
  return (
    <button type="button" className={c.clear} aria-label={t(text.clear)} onClick={onClick}>
      <IconX size={18} />
    </button>
  )
}

const leaves = ({ currentTarget, relatedTarget }: React.FocusEvent) => !currentTarget.contains(relatedTarget)

/** What is typed; it begins with the words that the address says are being searched for. */
function useWords() {
  const { href, words: searched } = useSearched()
  const [words, setWords] = useState(searched)

  // A new address brings its own words; the box is not remounted, or it would lose the keyboard.
  const [shownFor, setShownFor] = useState(searched)
  if (shownFor !== searched) {
    setShownFor(searched)
    setWords(searched)
  }
  return { href, words, setWords }
}

/** Returns functions that leave the box: for the page of a suggestion, and for what a search finds. */
function useGo(close: () => void, here: string, setWords: (words: string) => void) {
  const navigate = useNavigate()
  const moduleType = useModuleType()
  const go = (to: Href) => {
    close()
    document.getElementById('content')?.focus({ preventScroll: true }) // a phone puts its keyboard away
    void navigate({ href: to, resetScroll: !to.includes('item=') })
  }
  const searchFor = (typed: string) => {
    const name = typed.trim()
    if (name === '') return
    setWords(name)
    loadPanel()
      .then(({ rememberSearch }) => rememberSearch(name))
      .catch(() => {})
    go(hrefOfSearch(name, moduleType))
  }
  return { open: (one: Suggestion) => go(hrefOf(one, moduleType, here)), searchFor }
}

/** The words that the address says are being searched for; a category's name is none. */
function useSearched() {
  const href = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const words = useLocation({
    select: ({ pathname, search: { search, id, name } }) =>
      pathname === '/rental/vehicle-search'
        ? search
        : pathname === '/home' && search === 'category' && id === undefined
          ? name
          : undefined,
  })
  return { href, words: words ?? '' }
}

/** A search for nothing yet is how a phone's tab bar leads here. */
function useFocusWhenAsked(input: React.RefObject<HTMLInputElement | null>, href: string) {
  useEffect(() => {
    if (/[?&]name=(?:&|$)/.test(href)) input.current?.focus()
  }, [href, input])
}

function useSuggestions(words: string, isOpen: boolean, { headers }: Scope) {
  const [settled] = useDebouncedValue(words.trim(), quiet)
  const isWorthIt = settled.length >= minLetters && words.trim().length >= minLetters
  const { data } = useQuery({
    ...suggestItemsOptions({ headers, query: { q: settled } }),
    enabled: isOpen && isWorthIt,
    placeholderData: keepPreviousData,
    retry: false, // suggestions are a help: without them Enter still searches
  })
  return isWorthIt ? (data?.suggestions ?? none) : none
}

const none: readonly Suggestion[] = []

const hrefOfSearch = (name: string, moduleType: ModuleType | undefined) =>
  moduleType === 'rental'
    ? hrefTo('/rental/vehicle-search', { search: { search: name } })
    : hrefTo('/home', { search: { search: 'category', name } })

function hrefOf({ kind, id, slug }: Suggestion, moduleType: ModuleType | undefined, here: string) {
  const params = { id: slugOf({ id, slug }) }
  if (kind === 'store') return hrefTo('/store/$id', { params })
  if (kind === 'provider') return hrefTo('/rental/provider-details/$id', { params })
  if (kind === 'vehicle') return hrefTo('/rental/vehicle-details/$id', { params, search: { from: 'from_search' } })
  if (kind === 'category') {
    return moduleType === 'rental'
      ? hrefTo('/rental/vehicle-search', { search: { categoryId: id } })
      : hrefTo('/category/$id', { params })
  }
  return moduleType === 'ecommerce' ? hrefTo('/product/$id', { params }) : withItem(here, params.id)
}
