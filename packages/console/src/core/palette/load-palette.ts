/** A chunk of its own: fetched when somebody reaches for it, by pointer or by keys. */
export const loadPalette = () => import('./palette.tsx');
