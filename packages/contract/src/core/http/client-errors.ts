import texts from './client-errors.texts.json' with { type: 'json' };

/**
 * The error texts of the console itself, when there is no answer of the server. They are in a file of their own because every page
 * loads them; some are also errors of the server.
 */
export const clientErrors = texts;
export type ClientError = keyof typeof texts;
