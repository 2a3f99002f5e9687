import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

// Mantine picks one label colour for both schemes; the filled variant uses our tokens instead.
const variantColorResolver: VariantColorsResolver = (input) => {
  if (input.variant === 'filled' && input.color === 'chili') {
    return { background: 'var(--hk-deal)', hover: 'var(--hk-deal-hover)', color: 'var(--hk-on-deal)', border: 'none' }
  }
  if (input.variant === 'filled') {
    return {
      background: 'var(--hk-brand)',
      hover: 'var(--hk-brand-hover)',
      color: 'var(--hk-on-brand)',
      border: 'none',
    }
  }
  if (input.variant === 'default') {
    return {
      background: 'transparent',
      hover: 'var(--hk-surface-2)',
      color: 'var(--hk-text)',
      border: '1px solid var(--hk-border-strong)',
    }
  }
  if (input.variant === 'subtle') {
    // Not 'inherit': Mantine stores it in a variable, where it has no effect.
    return { background: 'transparent', hover: 'var(--hk-surface-2)', color: 'currentColor', border: 'none' }
  }
  return defaultVariantColorsResolver(input)
}

// Ten steps each; [7] is the fill in the light scheme (AA with white), [4] in the dark one (AA with #06281A).
const pandan: MantineColorsTuple = [
  '#EAF7F0',
  '#D3EEDF',
  '#A6DDC0',
  '#74CB9E',
  '#3BD68A',
  '#1FA96B',
  '#128F58',
  '#0B7A4B',
  '#09663F',
  '#064D2F',
]
const chili: MantineColorsTuple = [
  '#FFF0ED',
  '#FFDCD5',
  '#FFB5A8',
  '#FF8A77',
  '#F7624C',
  '#E4452E',
  '#CF321D',
  '#B02514',
  '#8A1B0E',
  '#5E1209',
]

const heights: Record<string, string> = { sm: '44px', md: '48px', lg: '52px' }

export const theme = createTheme({
  colors: { pandan, chili },
  primaryColor: 'pandan',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver,
  fontFamily: 'var(--hk-font)',
  headings: { fontFamily: 'inherit', fontWeight: '800' },
  defaultRadius: 'md',
  radius: { xs: '8px', sm: '10px', md: '14px', lg: '20px', xl: '28px' },
  breakpoints: { xs: '24.375em', sm: '48em', md: '73.8125em', lg: '90em', xl: '105em' }, // 390, 768, 1181, 1440 and 1680 px
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // Heights 44, 48 and 52 px; 48 is the default.
    Button: {
      defaultProps: { radius: 'xl', size: 'md' },
      vars: (_theme: unknown, { size }: { size?: string | number }) => ({
        root: {
          '--button-height': heights[size ?? 'md'],
          '--button-fz': '1rem',
          '--button-padding-x': '24px',
        },
      }),
    },
    ActionIcon: { defaultProps: { radius: 'xl', variant: 'subtle', size: 44 } },
  },
})

/** Sets Mantine's variables to our tokens; tokens.css has the values. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const followed = {
    '--mantine-color-body': 'var(--hk-bg)',
    '--mantine-color-text': 'var(--hk-text)',
    '--mantine-color-dimmed': 'var(--hk-text-2)',
    '--mantine-color-default-border': 'var(--hk-border-strong)',
    '--mantine-color-placeholder': 'var(--hk-text-3)',
    '--mantine-color-error': 'var(--hk-deal-text)',
    '--mantine-color-disabled': 'var(--hk-surface-2)',
    '--mantine-color-disabled-color': 'var(--hk-text-3)',
    '--mantine-primary-color-contrast': 'var(--hk-on-brand)',
    '--mantine-primary-color-filled': 'var(--hk-brand)',
    '--mantine-primary-color-filled-hover': 'var(--hk-brand-hover)',
    '--mantine-primary-color-light': 'var(--hk-brand-soft)',
    '--mantine-primary-color-light-color': 'var(--hk-brand-text)',
  }
  return { variables: {}, light: followed, dark: followed }
}
