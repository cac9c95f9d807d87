import { pageFactNames, payloadMetaNames } from '@fairwatch/contract';
import type { Config } from '../config.ts';

/**
 * What the console must know before anybody has signed in, by the names of the page's `<meta>` elements. Whoever opens the
 * sign-in page can read it there: the payload secret keeps payloads from who only sees them pass by, and from nobody else.
 */
export function pageMetas({
  payload,
  signUp,
  smtpUrl,
}: Pick<Config, 'payload' | 'signUp' | 'smtpUrl'>): (readonly [name: string, content: string])[] {
  return [
    ...(payload.mode === 'PLAINTEXT'
      ? []
      : [[payloadMetaNames.mode, payload.mode] as const, [payloadMetaNames.secret, payload.secret] as const]),
    ...(signUp ? [] : [[pageFactNames.signUp, 'off'] as const]),
    ...(smtpUrl === null ? [] : [[pageFactNames.mail, 'sent'] as const]),
  ];
}

/** The console's page with these in its head. */
export function withMetas(page: string, metas: readonly (readonly [name: string, content: string])[]): string {
  if (metas.length === 0) return page;
  const [before, after] = page.split('<head>', 2);
  if (before === undefined || after === undefined) throw new Error("The console's page has no head.");
  return `${before}<head>${metas.map(metaTag).join('')}${after}`;
}

function metaTag([name, content]: readonly [name: string, content: string]): string {
  return `<meta name="${name}" content="${escapeAttribute(content)}" />`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
