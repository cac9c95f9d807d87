import { findText } from '../../../core/texts/translator.ts';
import { periodWords } from '../day-words.ts';
import { lineText, type Details } from './line-texts.ts';

/** Describes the filters of a list: "in Documents, only missed, from 1 November"; empty for none. Older entries have only the words. */
export function filterWords({ narrowed, since, until, filter = '' }: Details): string {
  const period = periodWords(textOf(since), textOf(until));
  const words = [...(Array.isArray(narrowed) ? narrowed.map(fieldWords) : []), ...(period === '' ? [] : [period])];
  if (words.length === 0) return filter;
  return words.reduce((first, second) => lineText('filters.both', { first, second }));
}

function fieldWords(fact: string): string {
  const [field = '', ...rest] = fact.split('=');
  const value = rest.join('=');
  if (field === 'parent') return lineText('filters.in', { place: value || lineText('filters.sharedFolder') });
  if (field === 'album') return lineText('filters.in', { place: value });
  if (field === 'address') return lineText('filters.person', { name: value });
  if (value === 'true') return lineText('filters.only', { what: kindWords(field) });
  if (value === 'false') return lineText('filters.without', { what: kindWords(field) });
  const isGroup = field === 'group' && value === 'SYSTEM';
  return lineText('filters.only', { what: kindWords(isGroup ? 'system_group' : value.toLowerCase()) });
}

/** A value without a text of its own is shown as it is. */
function kindWords(value: string): string {
  const known = findText('contract/log-lines', `filters.kinds.${value}`);
  return typeof known === 'string' ? known : value.replaceAll('_', ' ');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
