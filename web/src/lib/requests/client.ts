import type { CreateClientConfig } from '@/lib/api/client.gen'

/** The API has the same origin as the page. */
export const createClientConfig: CreateClientConfig = (config) => ({ ...config, baseUrl: '/api/v1' })
