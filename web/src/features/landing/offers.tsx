import { FormattedMessage } from 'react-intl'
import { Picture } from '@/components/picture'
import { SectionHead } from '@/components/layout/section-head'
import type { ModuleView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './offers.module.css'

const text = defineMessages({
  title: { id: 'landing.offers', defaultMessage: 'What can we bring you?' },
})

type Props = { modules: readonly ModuleView[]; onChoose: (module: ModuleView) => void }

/** The modules that can be chosen. A tap opens the module's home. */
export function Offers({ modules, onChoose }: Props) {
  if (modules.length === 0) return null
  return (
    <section>
      <SectionHead title={<FormattedMessage {...text.title} />} />
      <ul className={c.grid}>
        {modules.map((module) => (
          <li key={module.id} className={c.card}>
            <span className={c.art}>
              <Picture src={module.icon_full_url} alt="" width={96} height={96} sizes="96px" fit="contain" />
            </span>
            <h3 className={c.name}>
              <button type="button" className={c.button} onClick={() => onChoose(module)}>
                <bdi>{module.module_name}</bdi>
              </button>
            </h3>
            <p className={c.text}>
              <bdi>{module.description}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
