import type { CustomerView, ModuleView } from '@/lib/api/types.gen'

type Switched = Pick<ModuleView, 'id' | 'module_type'>
type Known = Pick<CustomerView, 'interest' | 'module_ids'>

/**
 * Returns whether a switch to a module opens the choice of interests first (LOC-10): only for a
 * customer who has interests and has not used the module before, and never for parcel.
 */
export function asksForInterests({ id, module_type }: Switched, customer: Known | undefined): boolean {
  if (!customer || module_type === 'parcel') return false
  return customer.interest.length > 0 && !customer.module_ids.includes(id)
}
