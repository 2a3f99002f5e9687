import { useState } from 'react'
import { lazyOverlay } from '@/components/lazy'
import { useAfterModule } from './-after-module'

const ModulePopup = lazyOverlay(() =>
  import('@/features/module/module-popup').then(({ ModulePopup }) => ({ default: ModulePopup })),
)

/** The question what to shop for, on any page; the module in force is marked there (LOC-07). */
export function useModuleQuestion() {
  const [opened, setOpened] = useState(false)
  const goOn = useAfterModule()
  const close = () => setOpened(false)
  const question = (
    <ModulePopup
      opened={opened}
      onClose={close}
      onChosen={(module) => {
        close()
        goOn(module)
      }}
    />
  )
  return { ask: () => setOpened(true), question }
}
