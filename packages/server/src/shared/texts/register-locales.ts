import { existsSync, readFileSync } from 'node:fs';
import { languageTags, registerLanguage, type TextGroup } from '@fairwatch/contract';

/** The packages whose texts this server makes sentences from. */
const packages = ['contract', 'server'];

let isRegistered = false;

/** Registers the texts of all languages, since a server writes to readers of each. */
export function registerLocales(): void {
  if (isRegistered) return;
  isRegistered = true;
  for (const tag of languageTags) {
    for (const name of packages) {
      const file = new URL(`../../../../${name}/src/locales/${tag}.json`, import.meta.url);
      if (existsSync(file)) registerLanguage(tag, JSON.parse(readFileSync(file, 'utf8')) as Record<string, TextGroup>);
    }
  }
}
