import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getUpload, postUpload } from '@/lib/api/sdk.gen'
import type { PostUploadData } from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/requests/problems'
import { currentScope, useScope } from '@/lib/scope/scope'
import { asShopper } from './guest'

export type UploadPurpose = NonNullable<PostUploadData['body']>['purpose']

const imageKey = (who: string, id: string) => ['upload', who, id] as const

/** Stores an image of the shopper on the server, which nobody else sees, and returns its id. */
export function useUpload(purpose: UploadPurpose) {
  const queryClient = useQueryClient()
  return async (image: File) => {
    const id = await asShopper(async (guestId) => {
      const headers = { ...currentScope().headers, 'X-Guest-Id': guestId }
      const body = { purpose, image }
      return (await postUpload({ headers, body, throwOnError: true })).data.id
    })
    // It is here already: it need not be fetched to be shown.
    queryClient.setQueryData(imageKey(whoIs(currentScope()), id), image)
    return id
  }
}

const whoIs = ({ signedIn, guestId }: { signedIn: boolean; guestId?: string }) =>
  signedIn ? 'customer' : (guestId ?? '')

/** An image that the shopper has uploaded. It needs their token, so no `src` can name it. */
export function useUploadedImage(id: string) {
  const { headers, ...scope } = useScope()
  return useQuery({
    queryKey: imageKey(whoIs(scope), id),
    queryFn: ({ signal }) =>
      asShopper(async (guestId) => {
        const { data } = await getUpload({
          headers: { ...headers, 'X-Guest-Id': guestId },
          path: { id },
          parseAs: 'blob',
          signal,
          throwOnError: true,
        })
        return data as Blob
      }),
    meta: { quiet: true },
    staleTime: Infinity,
    retry: (failures, error) => failures < 1 && !isRefusal(error),
  })
}
