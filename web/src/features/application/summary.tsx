import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import type { Wizard } from './use-wizard'
import c from './application.module.css'

const text = defineMessages({
  change: { id: 'application_summary.change', defaultMessage: 'Change' },
  changeOf: { id: 'application_summary.change_of', defaultMessage: 'Change: {step}' },
  none: { id: 'application_summary.none', defaultMessage: 'Nothing' },
})

export type Fact = { name: Message; value: string | undefined }

type Props = {
  form: Wizard
  /** What was entered, by step. */
  facts: Partial<Record<string, Fact[]>>
}

/** Everything once more before it is sent. */
export function Summary({ form, facts }: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <>
      {form.steps.map(({ key, title }, at) => {
        const of = facts[key]
        if (!of) return null
        return (
          <section key={key} className={c.part} aria-label={t(title)}>
            <div className={c.partHead}>
              <h3>
                <FormattedMessage {...title} />
              </h3>
              <Button
                variant="default"
                h={44}
                aria-label={t(text.changeOf, { step: t(title) })}
                onClick={() => form.go(at)}
              >
                <FormattedMessage {...text.change} />
              </Button>
            </div>
            <dl className={c.facts}>
              {of.map(({ name, value }) => (
                <div key={name.id}>
                  <dt>
                    <FormattedMessage {...name} />
                  </dt>
                  <dd>
                    <bdi>{value || t(text.none)}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      })}
    </>
  )
}
