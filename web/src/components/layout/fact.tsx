import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Message } from '@/lib/text/messages'

/** A name and its value, in a list of them. */
export function Fact({ name, children }: { name: Message; children: ReactNode }) {
  return (
    <div>
      <dt>
        <FormattedMessage {...name} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
