import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { directionOf, type Language } from '@fairwatch/contract';
import { markup, Markup } from '../../../../core/markup.ts';

const styles = readFileSync(new URL('./archive-page.css', import.meta.url), 'utf8');
const styleHash = createHash('sha256').update(styles).digest('base64');

/**
 * What a page may load: its own styles, and pictures and sound from the files beside it. There are no scripts, and nothing is
 * requested from anywhere. Browsers disagree whether `'self'` includes the files beside a file, so their scheme is named too.
 */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self' file:",
  "media-src 'self' file:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The beginning of a page, up to its contents. */
export function pageStart(title: string, language: Language): string {
  return markup`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(styles)}</style>
</head>
<body>
`.html;
}

export const pageEnd = '</body>\n</html>\n';
