/** The design that the console and the companion share: colours, type, the logo. */
export * from './mark.tsx';
export * from './theme.ts';
