/** How a device reaches the server. */
export const networks = ['WIFI', 'MOBILE', 'NONE'] as const;
export type Network = (typeof networks)[number];
