import { payloadMetaNames, type EncryptedMode } from '@fairwatch/contract';

/**
 * The console's page with what a browser needs to speak in this mode. Whoever opens the sign-in page can read it there: the
 * secret keeps payloads from who only sees them pass by, and from nobody else.
 */
export function withPayloadSecret(page: string, { mode, secret }: { mode: EncryptedMode; secret: string }): string {
  const metas = [metaTag(payloadMetaNames.mode, mode), metaTag(payloadMetaNames.secret, secret)].join('');
  const [before, after] = page.split('<head>', 2);
  if (before === undefined || after === undefined) throw new Error("The console's page has no head.");
  return `${before}<head>${metas}${after}`;
}

function metaTag(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeAttribute(content)}" />`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
