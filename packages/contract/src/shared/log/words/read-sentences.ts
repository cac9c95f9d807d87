import { namesText } from '../../../core/texts/names-text.ts';
import { capabilities, type Capability } from '../../../core/access/capabilities.ts';
import { retellAlert } from '../../watches/alert-words.ts';
import { periodWords } from '../day-words.ts';
import type { LogReader } from '../log-reader.ts';
import { filterWords } from './filter-words.ts';
import { amountOf, lineText, objectWords, spoken, withFound, withShown, type Details } from './line-texts.ts';
import { listWords } from './list-words.ts';

type Sentence = (details: Details, reader: LogReader) => string;

/** The sentences of reads that have one of their own. */
export const readSentences = {
  galleryDays: (details) => withShown(withSearch(lineText('reads.galleryDays'), details), details),
  galleryAlbums: (details) => withSearch(lineText('reads.galleryAlbums'), details),
  callTotals: (details) => withShown(withSearch(lineText('reads.callTotals'), details), details),
  threads: (details, reader) =>
    details.search === undefined
      ? listWords(details, 'conversations', reader)
      : withFound(lineText('reads.threads', { search: details.search }), details, 'conversations'),
  conversation: (details) => {
    const isFurther = details['place'] === 'older' || details['place'] === 'newer';
    const text = lineText(isFurther ? 'reads.conversation.readOn' : 'reads.conversation.read', inConversation(details));
    return withShown(text, details, 'messages');
  },
  conversationSearch: (details) => {
    const { search, count } = details;
    const key = search === undefined ? 'reads.conversation.searched' : 'reads.conversation.searchedFor';
    return withFound(lineText(key, { search, ...inConversation(details) }), { count });
  },
  revealedCode: (details) => lineText('reads.conversation.revealed', inConversation(details)),
  liveLocation: ({ object, ...details }) => {
    const some = lineText('reads.liveLocation.some');
    const what = object === undefined ? some : objectWords(object, 'objects.liveLocation');
    return withShown(lineText('reads.liveLocation.looked', { what }), details, 'points');
  },
  triedAlert: ({ object, area, count }) => {
    const tried = lineText('reads.tryAlert.tried');
    const ruled =
      object === undefined ? tried : lineText('reads.tryAlert.rule', { text: tried, rule: retellAlert(object) });
    const text =
      area === undefined || object === undefined ? ruled : lineText('reads.tryAlert.area', { text: ruled, area });
    return count === undefined ? text : lineText('reads.tryAlert.fired', { text, count });
  },
  track: (details) => {
    const { count, total } = details;
    const what = trackPart(details);
    if (count === undefined) return lineText('reads.track.looked', { what });
    const isPart = total !== undefined && total > count;
    const all = amountOf('points', isPart ? total : (total ?? count));
    const amount = isPart ? lineText('shownOf', { shown: lineText('number', { count }), all }) : all;
    return lineText('reads.track.counted', { what, amount });
  },
  movements: (details, reader) => {
    const text = spoken('reads.movements', reader);
    const period = periodOf(details);
    return withShown(period === '' ? text : lineText('reads.movements.period', { text, period }), details, 'points');
  },
  report: (details, reader) => {
    const act = details['mailed'] === 'yes' ? 'mailed' : details.how === 'EXPORT' ? 'exported' : 'looked';
    const period = periodOf(details);
    return spoken(period === '' ? `reads.report.${act}` : `reads.report.${act}Of`, reader, { period });
  },
  storedFile: ({ object = lineText('reads.someFile') }) => lineText('reads.storedFile', { file: object }),
  storedFolder: ({ object = lineText('reads.someFolder'), ...details }) =>
    withShown(
      lineText('reads.storedFolder', { folder: objectWords(object, 'objects.sharedFolder') }),
      details,
      'files',
    ),
  ticket: ({ ticketId, object = '', ...details }, reader) => {
    // Older entries have the number only in their words.
    const id = ticketId ?? /\d+$/.exec(object)?.[0];
    const text =
      id === undefined ? spoken('reads.ticket.some', reader) : spoken('reads.ticket.numbered', reader, { id });
    return withShown(text, details, 'messages');
  },
  openCommands: (details) => withShown(lineText('reads.openCommands'), details),
  groupRule: ({ search = '' }) => lineText('reads.groupRule', { rule: search }),
  runCheck: ({ object = lineText('reads.someAction') }) => lineText('reads.runCheck', { action: object }),
  overview: ({ kinds, object, count }, reader) => {
    const text = spoken('reads.overview', reader);
    const named = Array.isArray(kinds)
      ? namesText(kinds.map((kind: string) => capabilities[kind as Capability]?.title ?? kind))
      : object;
    return named === undefined || !count ? text : lineText('reads.overview.latest', { text, kinds: named, count });
  },
  deviceState: ({ details }) => lineText(details === 'yes' ? 'reads.deviceDetails' : 'reads.deviceState'),
} satisfies Record<string, Sentence>;

export type ReadSentence = keyof typeof readSentences;

function inConversation({ object }: Details): { conversation: string } {
  const conversation =
    object === undefined ? lineText('reads.conversation.some') : objectWords(object, 'objects.conversation');
  return { conversation };
}

/** The filters and the search of a read that is no list. */
function withSearch(text: string, details: Details): string {
  const { search } = details;
  const filter = filterWords(details);
  const filtered = filter === '' ? text : lineText('with.filter', { text, filter });
  return search === undefined ? filtered : lineText('with.search', { text: filtered, search });
}

function trackPart(details: Details): string {
  const period = periodOf(details);
  return period === '' ? lineText('reads.track.places') : objectWords(period, 'objects.newest');
}

/** The period of a read, in the words of older entries where it has no other. */
function periodOf({ since, until, zones, object = '' }: Details): string {
  if (typeof since !== 'string' || typeof until !== 'string') return object;
  return periodWords(since, until, Array.isArray(zones) ? zones : []);
}
