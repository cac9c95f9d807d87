import { limits } from '@fairwatch/contract';

const name = 'token';

function write(value: string, lifetimeSeconds: number | null): void {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', 'SameSite=Strict'];
  if (lifetimeSeconds !== null) parts.push(`Max-Age=${lifetimeSeconds}`);
  // Browsers drop Secure cookies over plain http, as in a trial on one machine.
  if (location.protocol === 'https:') parts.push('Secure');
  document.cookie = parts.join('; ');
}

/** The session's token in a cookie, as SPEC requires. It expires when the browser closes, or after 30 days when remembered. */
export const tokenCookie = {
  read(): string | null {
    const entry = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
    const value = entry?.slice(name.length + 1) ?? '';
    return value === '' ? null : decodeURIComponent(value);
  },
  save(token: string, rememberMe: boolean): void {
    write(token, rememberMe ? limits.session.rememberedMs / 1000 : null);
  },
  remove(): void {
    write('', 0);
  },
};
