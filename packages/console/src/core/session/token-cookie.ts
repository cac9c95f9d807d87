import { limits } from '@fairwatch/contract';

const name = 'token';

function write(value: string, lifetimeSeconds: number | null): void {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', 'SameSite=Strict'];
  if (lifetimeSeconds !== null) parts.push(`Max-Age=${lifetimeSeconds}`);
  // Over plain http (a trial on one machine) browsers drop Secure cookies.
  if (location.protocol === 'https:') parts.push('Secure');
  document.cookie = parts.join('; ');
}

/** The session's token, kept where SPEC puts it: a cookie that lives as long as the browser or 30 days. */
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
