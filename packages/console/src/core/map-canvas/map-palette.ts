export type Scheme = 'light' | 'dark';

/** The colours of the map. WebGL cannot read CSS variables, so the design tokens are repeated here. */
const palettes = {
  light: {
    sea: '#d9e4e6',
    land: '#f6f3ed',
    border: '#c2bbaf',
    grid: '#e0dbd1',
    text: '#6e675d',
    ink: '#23201d',
    paper: '#ffffff',
    accent: '#136a63',
    start: '#1c7544',
    marked: '#b45309',
    live: '#c2255c',
  },
  dark: {
    sea: '#10191b',
    land: '#22201e',
    border: '#4d4843',
    grid: '#35322f',
    text: '#a8a299',
    ink: '#e6e2db',
    paper: '#171614',
    accent: '#6cbdb5',
    start: '#6cc48f',
    marked: '#e3b65f',
    live: '#f783ac',
  },
} as const;

export type Palette = Record<keyof (typeof palettes)['light'], string>;

export function paletteOf(scheme: Scheme): Palette {
  return palettes[scheme];
}
