import '../theme/mantine.css'
import '../theme/fonts.css'
import '../theme/tokens.css'
import '../theme/base.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RawIntlProvider } from 'react-intl'
import { toastFailure } from '@/lib/page/toast'
import { createQueryClient } from '@/lib/requests/query-client'
import { themeManager } from '@/lib/scope/theme-setting'
import { createAppIntl } from '@/lib/text/intl'
import { directionOf, type Messages } from '@/lib/text/languages'
import { cssVariablesResolver, theme } from '@/theme/theme'
import { Desk } from './desk'

/** Builds the pieces of one visit. */
export function createDesk(language: string, messages: Messages) {
  const intl = createAppIntl(language, messages)
  const queryClient = createQueryClient((error) => toastFailure(error, intl))
  return { direction: directionOf(language), intl, queryClient, schemes: themeManager() }
}

export function DeskApp({ direction, intl, queryClient, schemes }: ReturnType<typeof createDesk>) {
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
            <Desk />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </RawIntlProvider>
  )
}
