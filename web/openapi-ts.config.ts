import { defineConfig } from '@hey-api/openapi-ts'

// The zod plugin stays off: it turns int64 ids into bigint.
export default defineConfig({
  input: './openapi.json',
  output: { path: './src/lib/api', clean: true },
  plugins: [
    { name: '@hey-api/client-fetch', throwOnError: true, runtimeConfigPath: '../requests/client.ts' },
    '@hey-api/typescript',
    '@hey-api/sdk',
    { name: '@tanstack/react-query', queryKeys: true, infiniteQueryOptions: true },
  ],
})
