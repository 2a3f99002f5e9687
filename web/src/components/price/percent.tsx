import { FormattedNumber } from 'react-intl'

/** A percentage, such as 12.5, with the decimals and the sign of the language. */
export function Percent({ value }: { value: number }) {
  return (
    <bdi>
      <FormattedNumber value={value / 100} style="percent" maximumFractionDigits={2} />
    </bdi>
  )
}
