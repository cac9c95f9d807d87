import { capabilityNames, type Capability } from '@fairwatch/contract';
import { markup, type Markup } from '../../../../core/markup.ts';
import type { PageReader } from './page-reader.ts';
import { nameInWords } from './page-words.ts';

/** A longer text is cut, so that no value makes a page that browsers cannot show. The JSON has it whole. */
const maxLength = 5000;
/** How deep objects within objects are shown. */
const maxDepth = 4;

/** Fields whose values are names of the contract, such as `RECEIVED`. In any other field such a word was written by somebody. */
const named = new Set(
  'action answer camera category channel command_type direction ended_how feature_access feature_permission how kind legal_basis priority purpose role state status step type'.split(
    ' ',
  ),
);
const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

interface Shown {
  reader: PageReader;
  /** The JSON file that has the value whole. */
  source: string;
}

/** Shows the value of a field as people read it. Null when there is nothing to show. */
export function shownValue(field: string, value: unknown, shown: Shown, depth = 0): Markup | null {
  const { reader } = shown;
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return markup`${reader.words(value ? 'yes' : 'no')}`;
  if (typeof value === 'number') return markup`${numberText(field, value, reader)}`;
  if (typeof value === 'string') return shownText(field, value, shown);
  if (depth === maxDepth) return markup`…`;
  if (Array.isArray(value)) {
    const items = value.map((item) => shownValue(field, item, shown, depth + 1)).filter((item) => item !== null);
    return items.length === 0 ? null : markup`${items.map((item, place) => (place === 0 ? item : markup`, ${item}`))}`;
  }
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const item = shownValue(key, inner, shown, depth + 1);
    return item === null ? [] : [markup`<div><dt><bdi>${reader.fieldLabel(key)}</bdi></dt><dd>${item}</dd></div>`];
  });
  return entries.length === 0 ? null : markup`<dl>${entries}</dl>`;
}

function shownText(field: string, text: string, { reader, source }: Shown): Markup {
  if ((field === 'capability' || field === 'capabilities') && isCapability(text)) {
    return markup`<span lang="${reader.language}">${reader.kinds[text].title}</span>`;
  }
  if (isMoment.test(text)) return markup`<time datetime="${text}">${reader.moment(text)}</time>`;
  if (named.has(field) && /^[A-Z][A-Z0-9_]*$/.test(text)) return markup`${nameInWords(text)}`;
  // Names may be written from right to left: `bdi` keeps them from turning the words beside them round.
  const cut = Array.from(text.slice(0, 2 * maxLength))
    .slice(0, maxLength)
    .join('');
  return cut.length === text.length
    ? markup`<bdi>${text}</bdi>`
    : markup`<bdi>${cut}</bdi>${reader.words('rest', { file: source })}`;
}

function numberText(field: string, value: number, reader: PageReader): string {
  if (field === 'id' || field === 'ticket_id') return String(value);
  if (field === 'duration_ms') return reader.seconds(value / 1000);
  if (field === 'duration') return reader.seconds(value);
  if (field === 'size' || field === 'bytes') return reader.size(value);
  return reader.number(value);
}

function isCapability(text: string): text is Capability {
  return (capabilityNames as readonly string[]).includes(text);
}
