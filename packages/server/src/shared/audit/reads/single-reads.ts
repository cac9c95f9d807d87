import {
  appIconLinks,
  callState,
  callTotals,
  captures,
  checkExists,
  consentRequests,
  conversation,
  deviceGrants,
  deviceSummary,
  deviceVisits,
  deviceWatches,
  downloadFile,
  downloadFolder,
  fileLinks,
  findMessages,
  galleryAlbums,
  galleryDays,
  galleryLinks,
  liveLocation,
  locationTrack,
  nonFinalCommands,
  overview,
  pairDeviceInfo,
  placesOfDays,
  revealMessage,
  visitEntries,
  capabilities,
  type AuditDetails,
} from '@fairwatch/contract';
import { periodWords } from './day-words.ts';
import { listDetails } from './list-details.ts';
import { amount, impersonal, plain, read, shownOf, type ReadKind } from './read-kind.ts';

const messageNoun = ['message', 'messages'] as const;
const someConversation = 'a conversation';

/** How reads of one device other than lists are logged. */
export const singleReads: readonly ReadKind[] = [
  read(conversation, {
    describe: ({ before, after, around }, { messages }, about) => {
      const place = before ? 'older' : after ? 'newer' : around ? 'around' : undefined;
      return { count: messages.length, ...(place && { place }), ...about };
    },
    words: ({ object = someConversation, ...details }) =>
      `${details['place'] === 'older' || details['place'] === 'newer' ? 'read on in' : 'read'} ${object}${shownOf(details, messageNoun)}`,
  }),
  read(findMessages, {
    describe: ({ search }, { total }, about) => ({ search, count: total, ...about }),
    words: ({ object = someConversation, search, count }) =>
      `searched ${object}${search === undefined ? '' : ` for '${search}'`}${count === undefined ? '' : ` (${count.toLocaleString('en')} found)`}`,
  }),
  read(revealMessage, {
    describe: (_input, { body }, about) => (body === null ? null : about),
    words: ({ object = someConversation }) => `revealed a code in ${object}`,
  }),
  read(locationTrack, {
    describe: (_input, { from, to, total, points, places, latest }) => {
      const zones = [...new Set(places.map(({ timezone }) => timezone))];
      const period = from === null || to === null ? undefined : periodWords(from, to, zones);
      // The response contains the newest point whatever day was requested.
      if (period === undefined && latest === null) return { count: 0 };
      return { object: period ?? 'the newest place', count: period === undefined ? 1 : points.length, total };
    },
    words: ({ object = 'places', count, total }) => {
      const points = ['point', 'points'] as const;
      if (count === undefined) return `looked at ${object}`;
      const all = total !== undefined && total > count ? `${count.toLocaleString('en')} of ` : '';
      return `looked at ${object}: ${all}${amount(all === '' ? count : (total ?? count), points)}`;
    },
    // The other days of the response only say which of them have points, so they are no part of their own.
    part: ({ from, to }, answer) => JSON.stringify([from ?? answer.from, to ?? answer.to]),
  }),
  read(liveLocation, {
    describe: (_input, { session, trail }) =>
      session === null ? null : { object: `the live location that ${session.startedBy} started`, count: trail.length },
    words: ({ object = 'a live location', ...details }) =>
      `looked at ${object}${shownOf(details, ['point', 'points'])}`,
    // The page reads it again as the device moves.
    part: (_input, { session }) => String(session?.id),
  }),
  read(placesOfDays, {
    describe: ({ days }, answer) => {
      const count = answer.reduce((sum, { points }) => sum + points, 0);
      return { object: periodWords(days[0], days.at(-1)), count };
    },
    words: ({ object, ...details }) =>
      `looked at how far you went and how long you were in zones each day${object === undefined ? '' : `, ${object}`}${shownOf(details, ['point', 'points'])}`,
    part: ({ days }) => JSON.stringify([days[0], days.at(-1)]),
  }),
  read(galleryDays, {
    describe: ({ search, filter }, days) => groupDetails({ search, filter }, days),
    words: (details) =>
      `looked at how many photos and videos there are of each day${searched(details)}${shownOf(details)}`,
  }),
  read(galleryAlbums, {
    describe: ({ kind }, albums) => groupDetails({ search: '', filter: { kind } }, albums),
    words: (details) => `looked at the albums of photos and videos${searched(details)}`,
  }),
  read(callTotals, {
    describe: ({ search, filter }, { calls }) => groupDetails({ search, filter }, [{ count: calls }]),
    words: (details) => `looked at how many calls there were, and how long${searched(details)}${shownOf(details)}`,
  }),
  read(overview, {
    describe: (_input, { activity }, about) => {
      const shown = activity.filter(({ shared, latest }) => shared && latest.length > 0);
      const count = shown.reduce((sum, { latest }) => sum + latest.length, 0);
      const kinds = shown.map(({ capability }) => capabilities[capability].title);
      return { ...(kinds.length > 0 && { object: kinds.join(', ') }), count, ...about };
    },
    words: ({ object, count }) => {
      const latest = object === undefined || !count ? '' : `, and the latest of ${object} (${count})`;
      return `opened Overview: your name, email and phone${latest}`;
    },
  }),
  read(pairDeviceInfo, {
    describe: (_input, { details }) => ({ details: details === null ? 'no' : 'yes' }),
    words: ({ details }) =>
      details === 'yes'
        ? 'looked at this device: name, state, model, system, address, battery and network'
        : 'looked at this device: name, state and app',
  }),
  plain(deviceSummary, 'opened a page of this device: its name, kind and state, and how you can be reached'),
  read(nonFinalCommands, {
    describe: (_input, commands) => (commands.length === 0 ? null : { count: commands.length }),
    words: (details) => `looked at what this device is being asked for${shownOf(details)}`,
    // This endpoint is polled while commands run; each command has an entry of its own.
    part: () => '',
  }),
  plain(callState, 'looked whether a call is under way'),
  // All pages of the log count as one part, because entries about reading the log would otherwise fill it.
  { ...plain(deviceVisits, 'looked at this log'), part: () => '' },
  { ...plain(visitEntries, 'looked at entries of this log'), part: () => '' },
  read(deviceWatches, {
    // Without that it has only what admins have set.
    describe: (_input, watches) =>
      watches.some(({ kind, lastAt }) => kind === 'ALERT_RULE' && typeof lastAt === 'string') ? {} : null,
    words: () => 'looked at what watches this device, and when its alerts last fired',
  }),
  plain(deviceGrants, 'looked at what you share'),
  plain(consentRequests, 'looked at what you were asked to share'),
  read(checkExists, {
    describe: (_input, { file }) => (file === null ? null : { object: file.filePath }),
    words: ({ object = 'a file' }) => `looked whether ${object} is stored here`,
  }),
  read(downloadFolder, {
    describe: ({ path }, { stored, total }) => ({ object: path || 'the shared folder', count: stored, total }),
    words: ({ object = 'a folder', ...details }) =>
      `looked which files of ${object} are stored here${shownOf(details, ['file', 'files'])}`,
  }),
  // The entry is the one about the file itself; the download that follows gives no second one.
  impersonal(downloadFile, 'asked for the link to a file'),
  impersonal(fileLinks, 'opened the files of this device'),
  impersonal(galleryLinks, 'opened the photos and videos of this device'),
  impersonal(appIconLinks, 'opened the icons of apps'),
  ...Object.values(captures).map(({ ticket }) => impersonal(ticket, 'opened what was captured on this device')),
];

function groupDetails(
  asked: { search: string; filter: Readonly<Record<string, unknown>> },
  groups: readonly { count: number }[],
): AuditDetails {
  const totalItems = groups.reduce((sum, { count }) => sum + count, 0);
  const pagination = { page: 1, pageSize: totalItems, totalItems, totalPages: 1 };
  return listDetails({ ...asked, page: 1, pageSize: totalItems }, { pagination });
}

function searched({ search, filter }: Readonly<AuditDetails>): string {
  return `${filter === undefined ? '' : `, ${filter}`}${search === undefined ? '' : `, for '${search}'`}`;
}
