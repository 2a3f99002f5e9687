import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { RawIntlProvider } from 'react-intl'
import type { ConfigView } from '@/lib/api/types.gen'
import { createAppIntl } from '@/lib/text/intl'
import { directionOf, type Messages } from '@/lib/text/languages'
import { createQueryClient } from '@/lib/requests/query-client'
import { ShopProvider } from '@/lib/scope/shop'
import { themeManager } from '@/lib/scope/theme-setting'
import { parseQuery, writeQuery } from '@/lib/page/query-string'
import { toastFailure } from '@/lib/page/toast'
import { cssVariablesResolver, theme } from '@/theme/theme'
import { testShop } from './fixtures'

type Options = {
  /** Where the page is. */
  path?: string
  shop?: ConfigView
  language?: string
  messages?: Messages
}

/** The app's own providers, without its routes: the router only knows where it is. */
export function testApp({ path = '/', shop = testShop, language = 'en', messages = {} }: Options = {}) {
  const intl = createAppIntl(language, messages)
  const queryClient = createQueryClient((error) => toastFailure(error, intl))
  const defaults = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({
    routeTree: createRootRoute(),
    history,
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RawIntlProvider value={intl}>
      <DirectionProvider initialDirection={directionOf(language)} detectDirection={false}>
        <MantineProvider
          env="test"
          withCssVariables={false}
          withGlobalClasses={false}
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={themeManager()}
          defaultColorScheme="auto"
        >
          <QueryClientProvider client={queryClient}>
            <RouterContextProvider router={router as never}>
              <ShopProvider value={shop}>{children}</ShopProvider>
            </RouterContextProvider>
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </RawIntlProvider>
  )
  return { wrapper, queryClient, history, intl }
}

/** Renders within the app's own providers. */
export function renderApp(ui: ReactNode, options: Options = {}) {
  const { wrapper, ...app } = testApp(options)
  document.documentElement.dir = directionOf(options.language ?? 'en')
  return { user: userEvent.setup(), ...app, ...render(ui, { wrapper }) }
}
