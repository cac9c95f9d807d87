import { limits } from '@fairwatch/contract';

const entities: Readonly<Record<string, string>> = { amp: '&', copy: '©', gt: '>', lt: '<', nbsp: ' ', quot: '"' };

/** What the metadata of a map says about whose data it is, without markup. */
export function plainAttribution({ attribution }: Readonly<Record<string, unknown>>): string {
  if (typeof attribution !== 'string') return '';
  const { attributionMaxLength } = limits.mapData;
  return attribution
    .slice(0, attributionMaxLength)
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .trim();
}
