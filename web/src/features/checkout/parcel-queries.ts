import { queryOptions } from '@tanstack/react-query'
import { listParcelCategoriesOptions, listParcelInstructionsOptions } from '@/lib/api/@tanstack/react-query.gen'
import { placeOrder } from '@/lib/api/sdk.gen'
import type { PlaceOutputBody } from '@/lib/api/types.gen'
import { categoriesStaleTime } from '@/lib/requests/query-client'
import type { ScopeHeaders } from '@/lib/scope/scope'
import type { OrderRequest } from './checkout-queries'
import { isNothingPlaced, usePlacing, type Callbacks } from './placing'

/** What may be sent. */
export const parcelCategoriesOptions = ({ headers }: ScopeHeaders) =>
  queryOptions({ ...listParcelCategoriesOptions({ headers }), staleTime: categoriesStaleTime })

/** What a sender may tell the rider. */
export const parcelInstructionsOptions = ({ headers }: ScopeHeaders) =>
  queryOptions({ ...listParcelInstructionsOptions({ headers }), staleTime: categoriesStaleTime })

/** Places the parcel, only once (CHK-04). It waits for its answer apart from an order of the cart. */
export const usePlaceParcel = (callbacks: Callbacks<PlaceOutputBody>) =>
  usePlacing<OrderRequest, PlaceOutputBody>({
    ...callbacks,
    tabKey: 'placing-parcel',
    call: async ({ body, headers, guestId }) =>
      (await placeOrder({ headers, body: { ...body, guest_id: guestId }, throwOnError: true })).data,
  })

/** Whether it is certain, after a failed request, that no parcel was placed. */
export const isNoParcelPlaced = () => isNothingPlaced('placing-parcel')
