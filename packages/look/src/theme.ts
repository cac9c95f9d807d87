import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The accent colour, a deep teal. White text has enough contrast on 7 (light scheme) and 6 (dark scheme). */
const harbor: MantineColorsTuple = [
  '#eef7f6',
  '#d7ebe9',
  '#b0d7d3',
  '#84c1bb',
  '#5cb0a8',
  '#35978e',
  '#1f7f77',
  '#136a63',
  '#0c5751',
  '#06433e',
];

/** Warm neutral greys. 6 is the lightest with enough contrast for text on white. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#eae7e1',
  '#dedad2',
  '#c9c3b9',
  '#a19a8f',
  '#6e675d',
  '#544e46',
  '#393530',
  '#23201d',
];

/** The greys of the dark scheme. 2 is the darkest with enough contrast for text, 7 is a surface, 8 the page behind it. */
const dark: MantineColorsTuple = [
  '#dcd8d1',
  '#bfbab2',
  '#a19b92',
  '#7d776f',
  '#46423d',
  '#373430',
  '#2a2724',
  '#201e1c',
  '#171614',
  '#100f0e',
];

const sansSerif =
  'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';

/** The design language. Component entries are plain data, so that naming a component here does not bundle it. */
export const theme = createTheme({
  primaryColor: 'harbor',
  primaryShade: { light: 7, dark: 6 },
  colors: { harbor, gray, dark },
  black: '#23201d',
  fontFamily: sansSerif,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.35' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.1875rem', sm: '0.3125rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'sm',
  shadows: {
    xs: '0 1px 2px rgb(35 32 29 / 6%)',
    sm: '0 1px 3px rgb(35 32 29 / 8%), 0 1px 2px rgb(35 32 29 / 4%)',
    md: '0 4px 14px rgb(35 32 29 / 10%), 0 1px 3px rgb(35 32 29 / 6%)',
    lg: '0 12px 32px rgb(35 32 29 / 14%), 0 2px 6px rgb(35 32 29 / 6%)',
    xl: '0 24px 56px rgb(35 32 29 / 18%)',
  },
  headings: {
    fontFamily: sansSerif,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.25' },
      h2: { fontSize: '1rem', lineHeight: '1.35' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.4' },
      h5: { fontSize: '0.8125rem', lineHeight: '1.4' },
      h6: { fontSize: '0.75rem', lineHeight: '1.4' },
    },
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Paper: { defaultProps: { withBorder: true, radius: 'md' } },
  },
});

/** What Mantine's defaults get wrong on our greys: contrast of errors, placeholders and disabled text. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--fw-muted)',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--fw-line)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
  },
  dark: {
    '--mantine-color-default-border': 'var(--fw-line)',
    '--mantine-color-dimmed': 'var(--fw-muted)',
    '--mantine-color-error': '#f2938a',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
  },
});
