import { useNavigate } from '@tanstack/react-router'
import { asksForInterests } from '@/features/module/interest-guard'
import type { ModuleView } from '@/lib/api/types.gen'
import { useCustomer } from '@/lib/account/customer'

/**
 * Opens the page after a module was chosen: the choice of interests if needed (LOC-10), else home,
 * because searches and categories belong to the old module.
 */
export function useLeaveForModule() {
  const navigate = useNavigate()
  const { data: customer } = useCustomer()
  return (module: ModuleView) => void navigate({ to: asksForInterests(module, customer) ? '/interest' : '/home' })
}
