import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Dock, ModuleSwitcher } from '@/features/frame/module-switcher'
import { modulesOptions, useChooseModule, useNeedsModule } from '@/features/module/choose-module'
import type { ModuleView } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope/scope'
import { useModuleId } from '@/lib/scope/shop'
import { useLeaveForModule } from './-after-module'
import { ModulePopup } from './-dialogs'

/**
 * The parts of /home for switching the module: pills, dock, and a dialog if the place does not have
 * the current module.
 */
export function Modules() {
  const scope = useScope()
  const { data } = useQuery(modulesOptions(scope))
  const needed = useNeedsModule()
  const isSearch = useLocation({ select: ({ search }) => search.search !== undefined })
  const [later, setLater] = useState(false)
  const choose = useChooseModule()
  const goOn = useLeaveForModule()
  const switchTo = (module: ModuleView) => {
    choose(module)
    goOn(module)
  }
  const choice = {
    modules: data?.modules ?? [],
    currentId: useModuleId(),
    onChoose: switchTo,
  }
  return (
    <>
      <ModuleSwitcher {...choice} slim={isSearch} />
      <Dock {...choice} />
      {needed && !later && <ModulePopup opened onClose={() => setLater(true)} onChosen={goOn} />}
    </>
  )
}
