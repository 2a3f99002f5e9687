import { isNotFound } from '@tanstack/react-router'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { testApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { textRoute } from './-text-route'

test.each([
  ['not_found', 404, true],
  ['unavailable', 503, false],
  ['internal', 500, false],
  ['too_many', 429, false],
])('PAGE-01 after %s (%i) it is %s that there is no such page', async (code, status, isMissing) => {
  server.use(http.get('*/pages/refund-policy', () => HttpResponse.json(refusal(code, 'No.'), { status })))
  await expect(textRoute('refund-policy').loader({ context: testApp() })).rejects.toSatisfy(
    (error) => isNotFound(error) === isMissing,
  )
})
