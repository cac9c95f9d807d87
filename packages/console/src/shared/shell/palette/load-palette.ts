/** Loads the palette, which is a separate chunk. It is preloaded on hover or focus of its button. */
export const loadPalette = () => import('./palette.tsx');
