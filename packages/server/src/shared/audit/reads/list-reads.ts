import {
  callRecordingHistory,
  capabilities,
  captures,
  cdnList,
  deviceCommands,
  deviceFeatures,
  fileHistory,
  galleryFetchHistory,
  liveCameraHistory,
  messageThreads,
  pushNotifications,
  voiceHistory,
  type AuditDetails,
  type CaptureKind,
  type DeviceFeatureId,
  type Endpoint,
} from '@fairwatch/contract';
import type { JsonPage } from '../../../core/database/page.ts';
import { listDetails } from './list-details.ts';
import { amount, read, shownOf, type Noun, type ReadKind } from './read-kind.ts';

/** The nouns for the rows of each device feature. */
const rowNouns = {
  contacts: ['contact', 'contacts'],
  'call-logs': ['call', 'calls'],
  'calendar-events': ['calendar event', 'calendar events'],
  apps: ['app', 'apps'],
  'app-permissions': ['app permission', 'app permissions'],
  'device-info': ['device detail', 'device details'],
  locations: ['place', 'places'],
  gallery: ['photo or video', 'photos and videos'],
  files: ['file', 'files'],
  messages: ['text message', 'text messages'],
} as const satisfies Record<DeviceFeatureId, Noun>;

const captureNouns = {
  PHOTO: ['photo that was taken', 'photos that were taken'],
  VIDEO: ['video that was recorded', 'videos that were recorded'],
  VOICE: ['voice recording', 'voice recordings'],
  CALL: ['recording of a call', 'recordings of calls'],
} as const satisfies Record<CaptureKind, Noun>;

/** How reads of a device's lists and command histories are logged. */
export const listReads: readonly ReadKind[] = [
  ...(Object.keys(rowNouns) as DeviceFeatureId[]).flatMap((id) => {
    const { list, history, capability } = deviceFeatures[id];
    const noun = rowNouns[id];
    return [
      id === 'messages' ? messagesOf(noun) : rowsOf(list, noun),
      historyOf(history, `the requests for ${capabilities[capability].title}`),
    ];
  }),
  ...(Object.keys(captureNouns) as CaptureKind[]).map((kind) => rowsOf(captures[kind].list, captureNouns[kind])),
  rowsOf(cdnList, ['stored file', 'stored files']),
  rowsOf(pushNotifications, ['notification that was sent to you', 'notifications that were sent to you']),
  {
    ...rowsOf(messageThreads, ['conversation', 'conversations']),
    words: (details) =>
      details.search === undefined
        ? listWords(details, ['conversation', 'conversations'])
        : `searched text messages for '${details.search}'${foundWords(details, ['conversation', 'conversations'])}`,
  },
  historyOf(deviceCommands, 'everything this device was asked for'),
  historyOf(fileHistory, 'the requests about files'),
  historyOf(galleryFetchHistory, 'the requests for photos and videos in full'),
  historyOf(liveCameraHistory, 'the requests for photos and videos of the camera'),
  historyOf(voiceHistory, 'the requests for voice recordings'),
  historyOf(callRecordingHistory, 'the requests for recordings of calls'),
];

/** Names the other side of a conversation by the contact's name where the rows have one, and by number otherwise. */
function messagesOf(noun: Noun): ReadKind {
  return read(deviceFeatures.messages.list, {
    describe: (input, { json, pagination }) => {
      const { address, ...filter } = input.filter;
      const details = listDetails({ ...input, filter }, { pagination });
      if (address === undefined) return details;
      const [first] = JSON.parse(json) as { name: string }[];
      return { ...details, object: `with ${first?.name || String(address)}` };
    },
    words: (details) => listWords(details, noun),
  });
}

type ListEndpoint = Endpoint & { paged: true };

function rowsOf(endpoint: ListEndpoint, noun: Noun): ReadKind {
  return read(endpoint, {
    describe: (input, answer, about) => ({ ...listDetails(input as never, answer as JsonPage), ...about }),
    words: (details) => listWords(details, noun),
  });
}

function historyOf(endpoint: ListEndpoint, words: string): ReadKind {
  return read(endpoint, {
    describe: (input, answer, about) => ({ ...listDetails(input as never, answer as JsonPage), ...about }),
    words: (details) => `looked at ${words}${pageWords(details)}${shownOf(details)}`,
  });
}

/** Describes what somebody did with a list: exported it, searched it, or looked at a page of it. */
function listWords(details: Readonly<AuditDetails>, noun: Noun): string {
  const { count, search, how } = details;
  const where = narrowedWords(details);
  if (how === 'EXPORT') {
    const rows = count === undefined ? noun[1] : amount(count, noun);
    const found = search === undefined ? '' : ` found for '${search}'`;
    return `exported ${details['atLeast'] ? 'at least ' : ''}${rows}${where}${found}${pageWords(details)}`;
  }
  if (search !== undefined) {
    return `searched ${noun[1]}${where} for '${search}'${foundWords(details)}${pageWords(details)}`;
  }
  return `looked at ${noun[1]}${where}${pageWords(details)}${shownOf(details)}`;
}

function foundWords({ count, total = count, ...rest }: Readonly<AuditDetails>, noun?: Noun): string {
  if (total === undefined) return '';
  const words = noun ? amount(total, noun) : total.toLocaleString('en');
  return ` (${rest['atLeast'] ? 'at least ' : ''}${words} found)`;
}

function narrowedWords({ object, filter }: Readonly<AuditDetails>): string {
  return `${object === undefined ? '' : ` ${object}`}${filter === undefined ? '' : `, ${filter}`}`;
}

function pageWords({ page }: Readonly<AuditDetails>): string {
  return page === undefined ? '' : `, page ${page}`;
}
