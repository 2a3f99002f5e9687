import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { adopt, type OfModule } from './adopt-module'
import { currentScope, useScope, type Scope } from './scope'

/** Whether a thing is shopped in another module than the one in force. */
export const isOfOtherModule = ({ module_id }: Pick<OfModule, 'module_id'>, { module }: Scope) =>
  module !== undefined && module.id !== module_id

/**
 * Whoever follows a link to another module's page shops there from then on: the
 * cart beside it is that module's. Returns whether that module is in force: until
 * then the page asks for nothing, as every answer is cleared with the old module.
 * The page's own answer is kept, under its key in the new one.
 */
export function useAdoptModule(page: OfModule, keyIn: (scope: Scope) => QueryKey, answer: unknown = page): boolean {
  const queryClient = useQueryClient()
  const isOther = isOfOtherModule(page, useScope())
  useLayoutEffect(() => {
    if (!isOther) return
    adopt(page)
    queryClient.setQueryData(keyIn(currentScope()), answer)
  })
  return !isOther
}
