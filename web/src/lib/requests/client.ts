import type { CreateClientConfig } from '@/lib/api/client.gen'

/** Where the API is: beside the page. */
export const createClientConfig: CreateClientConfig = (config) => ({ ...config, baseUrl: '/api/v1' })
