import type { InputOf, profile } from '@fairwatch/contract';

/**
 * How the profile is asked for on this page. Only the dashboard, at `/`, shows the tickets that come with it: on every other page nobody looks
 * at them, and the people who wrote them would read that somebody did.
 */
export const profileInput = (path: string): InputOf<typeof profile> => (path === '/' ? {} : { tickets: false });
