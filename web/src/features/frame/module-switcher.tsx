import { useIntl } from 'react-intl'
import { Picture } from '@/components/picture'
import type { ModuleView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './module-switcher.module.css'

const text = defineMessages({
  label: { id: 'module_switcher.label', defaultMessage: 'What to shop for' },
  dock: { id: 'module_switcher.dock', defaultMessage: 'Modules' },
})

type ModuleChoice = {
  modules: readonly ModuleView[]
  currentId: number | undefined
  onChoose: (module: ModuleView) => void
}

/**
 * The modules of the place, on /home if there are two or more (HDR-01): pills, on phones tiles. slim
 * makes them smaller above search results.
 */
export function ModuleSwitcher({ modules, currentId, onChoose, slim }: ModuleChoice & { slim?: boolean }) {
  const { formatMessage: t } = useIntl()
  if (modules.length < 2) return null
  return (
    <nav className={c.switcher} aria-label={t(text.label)} data-slim={slim || undefined}>
      <ul className={c.row}>
        {modules.map((module) => (
          <li key={module.id}>
            <button
              type="button"
              className={c.pill}
              aria-current={module.id === currentId || undefined}
              onClick={() => onChoose(module)}
            >
              <span className={c.art}>
                <Picture src={module.icon_full_url} alt="" width={40} height={40} sizes="40px" fit="contain" />
              </span>
              <bdi>{module.module_name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same modules as a bar beside the page on wide screens (LOC-09); tooltips show the names. */
export function Dock({ modules, currentId, onChoose }: ModuleChoice) {
  const { formatMessage: t } = useIntl()
  if (modules.length < 2) return null
  return (
    <nav className={c.dock} aria-label={t(text.dock)}>
      {modules.map((module) => (
        <button
          key={module.id}
          type="button"
          className={c.round}
          aria-label={module.module_name}
          aria-current={module.id === currentId || undefined}
          onClick={() => onChoose(module)}
        >
          <Picture src={module.icon_full_url} alt="" width={28} height={28} sizes="28px" fit="contain" />
          <span className={c.tip} aria-hidden>
            <bdi>{module.module_name}</bdi>
          </span>
        </button>
      ))}
    </nav>
  )
}
