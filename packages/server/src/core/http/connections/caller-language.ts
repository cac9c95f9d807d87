import { matchLanguage, type Language } from '@fairwatch/contract';

/** A longer header is no choice of a reader. */
const maxLength = 200;

/** The language that a caller prefers, from `Accept-Language`: their tags by weight, the first of those that have texts. */
export function callerLanguage(header: string | undefined): Language {
  const tags = (header ?? '')
    .slice(0, maxLength)
    .split(',')
    .map((part) => {
      const [tag = '', weight = ''] = part.trim().split(/;\s*q=/);
      return { tag: tag.trim(), weight: weight === '' ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => /^[A-Za-z]/.test(tag) && weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  return matchLanguage(tags.map(({ tag }) => tag));
}
