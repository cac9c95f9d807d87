/** Which way a camera looks. */
export const cameras = ['FRONT', 'BACK'] as const;
export type Camera = (typeof cameras)[number];
