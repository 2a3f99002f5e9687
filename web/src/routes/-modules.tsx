import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Dock, ModuleSwitcher } from '@/features/frame/module-switcher'
import { modulesOptions, useChooseModule, useNeedsModule } from '@/features/module/choose-module'
import type { ModuleView } from '@/lib/api/types.gen'
import { defaultModuleId, useScope } from '@/lib/scope'

const ModulePopup = lazy(() =>
  import('@/features/module/module-popup').then(({ ModulePopup }) => ({ default: ModulePopup })),
)

/** What /home has for changing the module: the pills, the dock, and the question where none fits the place. */
export function Modules() {
  const scope = useScope()
  const { data } = useQuery(modulesOptions(scope))
  const needed = useNeedsModule()
  const [later, setLater] = useState(false)
  const navigate = useNavigate()
  const choose = useChooseModule()
  const switchTo = (module: ModuleView) => {
    choose(module)
    // Words or a category of the old module mean nothing in the new one.
    void navigate({ to: '/home' })
  }
  const choice = {
    modules: data?.modules ?? [],
    currentId: scope.module?.id ?? defaultModuleId,
    onChoose: switchTo,
  }
  return (
    <>
      <ModuleSwitcher {...choice} />
      <Dock {...choice} />
      {needed && !later && (
        <Suspense>
          <ModulePopup opened onClose={() => setLater(true)} onChosen={() => {}} />
        </Suspense>
      )}
    </>
  )
}
