import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { Combobox, useCombobox, type TextInputProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { fold } from '@/lib/text/fold'
import { defineMessages } from '@/lib/text/messages'
import { callingCode, phoneCountries, readPhone, writePhone } from '@/lib/account/phone'
import { useShop } from '@/lib/scope/shop'
import { TextField } from './field'
import c from './phone-input.module.css'

const text = defineMessages({
  country: { id: 'phone_input.country', defaultMessage: 'Country code: {country}' },
  search: { id: 'phone_input.search', defaultMessage: 'Search for a country' },
  none: { id: 'phone_input.none', defaultMessage: 'No such country' },
})

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** E.164; a plus and digits for an incomplete number; '' for nothing. */
  value?: string
  /** Called when the field is left, not while typing (ADDR-06). */
  onChange: (phone: string) => void
}

/**
 * A phone number in two parts: the country's code, and the number as people of that
 * country write it. The code can be chosen if the shop allows it (ADDR-06). A number that
 * is typed with another code is accepted.
 */
export function PhoneInput({ value = '', onChange, onBlur, onKeyDown, disabled, readOnly, ...rest }: Props) {
  const { country: home, country_picker_status: pickable } = useShop()
  const [chosen, setChosen] = useState(home)
  const shown = writePhone(value, chosen)
  const [typed, setTyped] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  const commit = (text: string | undefined, country = shown.country) => {
    setTyped(undefined)
    if (text === undefined) return
    const phone = readPhone(text, country)
    if (phone !== value) onChange(phone)
  }

  return (
    <TextField
      {...rest}
      ref={input}
      type="tel"
      inputMode="tel"
      autoComplete={rest.autoComplete ?? 'tel'}
      maxLength={40}
      disabled={disabled}
      readOnly={readOnly}
      value={typed ?? shown.national}
      onChange={({ target }) => {
        // A number that the browser fills in has no blur event, so it is used at once.
        if (document.activeElement === target) setTyped(target.value)
        else commit(target.value)
      }}
      onBlur={(event) => {
        commit(typed)
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(typed)
        onKeyDown?.(event)
      }}
      leftSectionWidth={88}
      leftSectionPointerEvents="all"
      leftSection={
        <CountryPicker
          country={shown.country}
          disabled={pickable !== 1 || disabled || readOnly}
          onPick={(country) => {
            setChosen(country)
            commit(typed ?? shown.national, country)
            input.current?.focus()
          }}
        />
      }
      // A number is written from left to right in every language, but not its label.
      inputContainer={(field) => <div dir="ltr">{field}</div>}
    />
  )
}

type PickerProps = { country: string; disabled?: boolean; onPick: (country: string) => void }

function CountryPicker({ country, disabled, onPick }: PickerProps) {
  const { formatMessage: t } = useIntl()
  const name = useCountryName()
  const [words, setWords] = useState('')
  const searchId = useId() // otherwise Mantine would use the phone's id
  const combobox = useCombobox({
    onDropdownClose: () => setWords(''),
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const button = (
    <button
      type="button"
      className={c.country}
      disabled={disabled}
      aria-haspopup="listbox"
      aria-expanded={combobox.dropdownOpened}
      aria-label={t(text.country, { country: `${name(country)} +${callingCode(country)}` })}
      onClick={() => combobox.toggleDropdown()}
    >
      <span>{country}</span>
      <span className="num">+{callingCode(country)}</span>
      <IconChevronDown size={14} aria-hidden className={c.chevron} />
    </button>
  )
  if (disabled) return button
  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-start"
      onOptionSubmit={(picked) => {
        onPick(picked)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target withAriaAttributes={false}>{button}</Combobox.Target>
      <Combobox.Dropdown className={c.dropdown}>
        <Combobox.Search
          id={searchId}
          className={c.search}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          placeholder={t(text.search)}
          aria-label={t(text.search)}
        />
        {combobox.dropdownOpened && <Found words={words} name={name} />}
      </Combobox.Dropdown>
    </Combobox>
  )
}

type Country = { country: string; name: string; code: string }

/** Finds countries by name, calling code or country code. A match nearer to the beginning of a name comes first. */
export function searchCountries(all: readonly Country[], words: string): Country[] {
  const wanted = fold(words)
  const rank = ({ country, name, code }: Country) => {
    const folded = fold(name)
    if (country.toLowerCase() === wanted || code === wanted || code === `+${wanted}`) return 0
    if (folded.startsWith(wanted)) return 1
    if (folded.includes(` ${wanted}`)) return 2
    return folded.includes(wanted) || code.includes(wanted) ? 3 : 4
  }
  const ranked = all.map((each) => ({ each, rank: rank(each) })).filter(({ rank }) => rank < 4)
  return ranked.sort((a, b) => a.rank - b.rank).map(({ each }) => each)
}

function Found({ words, name }: { words: string; name: (country: string) => string }) {
  const { locale } = useIntl()
  const all = useMemo(
    () =>
      phoneCountries()
        .map((country) => ({ country, name: name(country), code: `+${callingCode(country)}` }))
        .sort((a, b) => a.name.localeCompare(b.name, locale)),
    [name, locale],
  )
  const found = searchCountries(all, words)
  return (
    <Combobox.Options className={c.options}>
      {found.map(({ country, name, code }) => (
        <Combobox.Option key={country} value={country} className={c.option}>
          <span>
            <bdi>{name}</bdi>
          </span>
          <bdi dir="ltr" className="num">
            {code}
          </bdi>
        </Combobox.Option>
      ))}
      {found.length === 0 && (
        <Combobox.Empty>
          <FormattedMessage {...text.none} />
        </Combobox.Empty>
      )}
    </Combobox.Options>
  )
}

/** The browser's names of countries, in the page's language. */
function useCountryName() {
  const { locale } = useIntl()
  return useMemo(() => {
    const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' })
    return (country: string) => names.of(country) ?? country
  }, [locale])
}
