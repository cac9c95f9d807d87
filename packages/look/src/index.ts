/** The design that the console and the companion share: colours, type, the logo, faces. */
export * from './face.tsx';
export * from './initials.ts';
export * from './mark.tsx';
export * from './theme.ts';
