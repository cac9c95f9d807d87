/** What the console and the companion look like: colours, type, our sign. */
export * from './mark.tsx';
export * from './theme.ts';
