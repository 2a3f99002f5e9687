import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { asksForInterests } from '@/features/module/interest-guard'
import type { ModuleView } from '@/lib/api/types.gen'
import { useCustomer } from '@/lib/account/customer'
import { useScope } from '@/lib/scope/scope'

/**
 * Opens the page after a module was chosen: the choice of interests if needed (LOC-10), else home,
 * because searches and categories belong to the old module. A trip is kept or cleared (RNT-12).
 */
export function useLeaveForModule() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const intl = useIntl()
  const { data: customer } = useCustomer()
  // Of the last render, so it is the module that is left.
  const { module: left } = useScope()
  return (module: ModuleView) => {
    void navigate({ to: asksForInterests(module, customer) ? '/interest' : '/home' })
    const rental = [left, module].find((one) => one?.module_type === 'rental')
    if (!rental || left?.id === module.id) return
    import('@/features/trip-cart/settle-trip-cart')
      .then(({ settleTripCart }) => settleTripCart({ chosen: module, rentalId: rental.id, queryClient, intl }))
      .catch(() => {}) // the trip stays
  }
}
