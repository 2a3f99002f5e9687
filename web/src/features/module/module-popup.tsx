import { useQuery } from '@tanstack/react-query'
import { IconInfoCircle } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Dialog } from '@/components/overlay/dialog'
import { EmptyState } from '@/components/loading/empty-state'
import { QueryView } from '@/components/loading/query-view'
import { Picture } from '@/components/picture'
import { Skeleton } from '@/components/loading/skeleton'
import type { ModuleView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { modulesOptions, useChooseModule } from './choose-module'
import c from './module-popup.module.css'

const text = defineMessages({
  title: { id: 'module.title', defaultMessage: 'Select a type of module for your orders' },
  note: { id: 'module.note', defaultMessage: 'A module must be selected to continue.' },
  none: { id: 'module.none', defaultMessage: 'No module found' },
  noneText: { id: 'module.none_text', defaultMessage: 'Contact with the site owner to activate modules.' },
})

type Props = { opened: boolean; onClose: () => void; onChosen: (module: ModuleView) => void }

/** The dialog for choosing one of the place's modules (LOC-07). */
export function ModulePopup({ opened, onClose, onChosen }: Props) {
  const scope = useScope()
  const list = useQuery({ ...modulesOptions(scope), enabled: opened })
  const choose = useChooseModule()
  const take = (module: ModuleView) => {
    choose(module)
    onChosen(module)
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={<FormattedMessage {...text.title} />} width={560} small>
      <QueryView query={list} skeleton={<Tiles />}>
        {({ modules }) =>
          modules.length === 0 ? (
            <EmptyState title={<FormattedMessage {...text.none} />} text={<FormattedMessage {...text.noneText} />} />
          ) : (
            <Tiles modules={modules} currentId={scope.module?.id} onChoose={take} />
          )
        }
      </QueryView>
      {list.data?.modules.length !== 0 && (
        <p className={c.note}>
          <IconInfoCircle size={20} aria-hidden />
          <FormattedMessage {...text.note} />
        </p>
      )}
    </Dialog>
  )
}

type TilesProps = { modules?: readonly ModuleView[]; currentId?: number; onChoose?: (module: ModuleView) => void }

/** Shows skeletons until modules are loaded. */
function Tiles({ modules, currentId, onChoose }: TilesProps) {
  if (!modules) {
    return (
      <div className={c.tiles} aria-busy>
        {[1, 2, 3, 4].map((n) => (
          <div key={n} className={c.tile}>
            <span className={c.art}>
              <Skeleton height={100} radius={18} />
            </span>
            <Skeleton width="64px" />
          </div>
        ))}
      </div>
    )
  }
  return (
    <ul className={c.tiles}>
      {modules.map((module) => (
        <li key={module.id}>
          <button
            type="button"
            className={c.tile}
            aria-current={module.id === currentId || undefined}
            onClick={() => onChoose?.(module)}
          >
            <span className={c.art}>
              <Picture src={module.icon_full_url} alt="" width={100} height={100} sizes="100px" fit="contain" />
            </span>
            <bdi>{module.module_name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}
