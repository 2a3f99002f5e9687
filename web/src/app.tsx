import './theme/mantine.css'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createRouter, RouterProvider, type RouterHistory } from '@tanstack/react-router'
import { RawIntlProvider, type IntlShape } from 'react-intl'
import { createAppIntl } from './lib/text/intl'
import { directionOf, type Messages } from './lib/text/languages'
import { replaceDialogEntries } from './lib/page/dialog-history'
import { createQueryClient } from './lib/requests/query-client'
import { parseQuery, writeQuery } from './lib/page/query-string'
import { themeManager } from './lib/scope/theme-setting'
import { toastFailure } from './lib/page/toast'
import { routeTree } from './route-tree.gen'
import { RouteError } from '@/components/loading/route-error'
import { cssVariablesResolver, theme } from './theme/theme'

/** What routes may use while they load. */
export type RouteContext = { queryClient: QueryClient; intl: IntlShape }

type Options = { language: string; messages: Messages; history?: RouterHistory }

/** Builds the pieces; a server makes one set per page, a browser one per visit. */
export function createApp({ language, messages, history }: Options) {
  const intl = createAppIntl(language, messages)
  const queryClient = createQueryClient((error) => toastFailure(error, intl))
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient, intl },
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    defaultErrorComponent: RouteError,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0, // the query client alone decides what is fresh
    // A dialog's entry of the history is no page: what lies below stays where it is scrolled to.
    scrollRestoration: ({ location }) => location.state.dialog === undefined,
  })
  replaceDialogEntries(router.history)
  return { direction: directionOf(language), intl, queryClient, router, schemes: themeManager() }
}

type AppParts = ReturnType<typeof createApp>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppParts['router']
  }
}

export function App({ direction, intl, queryClient, router, schemes }: AppParts) {
  return (
    <RawIntlProvider value={intl}>
      <DirectionProvider initialDirection={direction} detectDirection={false}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={schemes}
          defaultColorScheme="auto"
          withGlobalClasses={false}
        >
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </RawIntlProvider>
  )
}
