import { useNavigate } from '@tanstack/react-router'
import { asksForInterests } from '@/features/module/interest-guard'
import type { ModuleView } from '@/lib/api/types.gen'
import { useCustomer } from '@/lib/account/customer'

/** Leads on from a chosen module: home, where words and categories of the old one mean nothing, or first to the interests (LOC-10). */
export function useLeaveForModule() {
  const navigate = useNavigate()
  const { data: customer } = useCustomer()
  return (module: ModuleView) => void navigate({ to: asksForInterests(module, customer) ? '/interest' : '/home' })
}
