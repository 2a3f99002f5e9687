import {
  getCampaignOptions,
  getFlashSaleOptions,
  listCampaignsOptions,
  listFlashSalesOptions,
} from '@/lib/api/@tanstack/react-query.gen'
import type { CampaignView, ItemView } from '@/lib/api/types.gen'
import type { ScopeHeaders } from '@/lib/scope/scope'

/** Whether a campaign is of one item. */
export const hasItem = (campaign: CampaignView): campaign is CampaignView & { item: ItemView } =>
  campaign.item !== undefined

/** What runs or begins within a day; for the home page. */
export const shownCampaignsOptions = ({ headers }: ScopeHeaders) =>
  listCampaignsOptions({ headers, query: { offset: 1, limit: 20 } })

export const campaignsOptions = (offset: number, { headers }: ScopeHeaders) =>
  listCampaignsOptions({ headers, query: { offset, limit: 20 } })

/** A campaign with a page of its stores, by id or slug. */
export const campaignOptions = (id: string, offset: number, { headers }: ScopeHeaders) =>
  getCampaignOptions({ headers, path: { id }, query: { offset, limit: 20 } })

/** The running flash sales and the next one, with their first items. */
export const flashSalesOptions = ({ headers }: ScopeHeaders) =>
  listFlashSalesOptions({ headers, query: { offset: 1, limit: 10 } })

/** When the running flash sales and the next one begin and end: a request for one flash sale alone. */
export const flashTimesOptions = ({ headers }: ScopeHeaders) =>
  listFlashSalesOptions({ headers, query: { offset: 1, limit: 1 } })

/** A flash sale with a page of its items, by id or slug. */
export const flashSaleOptions = (id: string, offset: number, { headers }: ScopeHeaders) =>
  getFlashSaleOptions({ headers, path: { id }, query: { offset, limit: 20 } })
