import { queryOptions, useQuery } from '@tanstack/react-query'
import { getCustomerOptions } from '@/lib/api/@tanstack/react-query.gen'
import { useScope, type Scope } from '@/lib/scope/scope'

/** The signed-in customer (PROF-07), fetched once for header, profile, checkout and hearts. */
export const customerOptions = ({ headers, signedIn }: Scope) =>
  queryOptions({ ...getCustomerOptions({ headers }), enabled: signedIn, staleTime: 60_000 })

/** The signed-in customer; data is undefined until known, and for guests. */
export function useCustomer() {
  const scope = useScope()
  const customer = useQuery(customerOptions(scope))
  return scope.signedIn ? customer : { ...customer, data: undefined, isPending: false }
}
