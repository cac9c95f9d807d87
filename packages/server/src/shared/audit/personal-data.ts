import {
  archiveContentPath,
  batchPath,
  companionPath,
  consoleSocketPath,
  contentPath,
  deviceArchivePath,
  deviceContentPath,
  deviceSentPath,
  deviceFilesPath,
  deviceSocketPath,
  deviceTicketContentPath,
  everythingTold,
  fileCapabilities,
  folderContentPath,
  livePath,
  liveViewSocketPath,
  localCaPath,
  makeArchive,
  mapTilesPath,
  phoneTestPath,
  picturePath,
  readyPath,
  staticFilePath,
  termuxFactsPath,
  termuxFilePath,
  contentSubject,
  endpoints,
  watchLiveView,
  type AuditAction,
  type Endpoint,
} from '@fairwatch/contract';
import { metricsPath } from '../../core/http/metrics-path.ts';

/** One route of the server: what its response says about the person of a device, and what their log gets for it. */
export interface DataRoute extends Pick<Endpoint, 'path' | 'tells' | 'answers'> {
  /** The line that each device concerned gets in its log, or the reason why there is none. */
  log: string | { action: AuditAction; subject?: string; when?: string };
}

/** Routes that are no endpoints of the contract, and the three sockets. */
const addresses: readonly DataRoute[] = [
  {
    path: `${contentPath}/:sha256`,
    tells: ['DEVICE', ...fileCapabilities],
    answers: 'files of a device: pictures, recordings, documents; attachments of tickets',
    log: { action: 'READ', when: 'previews on a page count with the list that shows them' },
  },
  {
    path: folderContentPath,
    tells: ['FILES'],
    answers: 'the stored files of a folder of a device, as one ZIP file',
    log: { action: 'READ', subject: contentSubject('FILES'), when: 'a line for each file in it' },
  },
  {
    path: `${archiveContentPath}/:id`,
    tells: everythingTold,
    answers: 'everything that is held about the person and shared, as one archive',
    log: { action: 'ARCHIVE', subject: makeArchive.path },
  },
  {
    path: consoleSocketPath,
    tells: everythingTold,
    answers: 'the title of a notification, with the name of a device or its person',
    log: 'what the person did themselves, or the end of a command that is in the log; who opens the list is logged',
  },
  {
    path: liveViewSocketPath,
    tells: ['CAMERA', 'MICROPHONE'],
    answers: 'what the camera sees and the microphone hears at this moment, and who else watches',
    log: {
      action: 'LIVE_VIEW',
      subject: watchLiveView.path,
      when: 'before the first picture, and when it ends with how long it was and how many pictures',
    },
  },
  { path: batchPath, tells: [], answers: null, log: 'each call in it tells and is logged as if it came alone' },
  { path: deviceSocketPath, tells: [], answers: null, log: "the device's own" },
  { path: deviceArchivePath, tells: [], answers: null, log: "the device's own; its person's fetch is logged" },
  { path: deviceFilesPath, tells: [], answers: null, log: "the device's own" },
  { path: `${deviceFilesPath}/:id(^[0-9a-f]{32}$)`, tells: [], answers: null, log: "the device's own" },
  { path: `${deviceContentPath}/:id/:sha256`, tells: [], answers: null, log: "the device's own" },
  { path: `${deviceSentPath}/:id/:sha256`, tells: [], answers: null, log: "the device's own" },
  { path: `${deviceTicketContentPath}/:id/:sha256`, tells: [], answers: null, log: "the device's own" },
  { path: `${picturePath}/:address`, tells: [], answers: null, log: 'pictures of accounts that sign in' },
  { path: `${staticFilePath}/:address`, tells: [], answers: null, log: 'the app and documents of the installation' },
  { path: `${phoneTestPath}/:test`, tells: [], answers: null, log: 'a test whether phones reach the installation' },
  { path: termuxFilePath, tells: [], answers: null, log: 'the Termux companion itself' },
  { path: termuxFactsPath, tells: [], answers: null, log: 'the Termux companion itself' },
  { path: mapTilesPath, tells: [], answers: null, log: 'a map; which part of it is looked at is not written down' },
  { path: '/docs', tells: [], answers: null, log: 'the description of the calls' },
  { path: '/docs/openapi.json', tells: [], answers: null, log: 'the description of the calls' },
  { path: '/docs/docs.css', tells: [], answers: null, log: 'the description of the calls' },
  { path: localCaPath, tells: [], answers: null, log: 'the installation' },
  { path: livePath, tells: [], answers: null, log: 'the installation' },
  { path: readyPath, tells: [], answers: null, log: 'the installation' },
  { path: metricsPath, tells: [], answers: null, log: 'how the server is doing; its figures name nobody' },
  { path: '/assets/*', tells: [], answers: null, log: 'the console itself' },
  { path: companionPath, tells: [], answers: null, log: 'the companion itself' },
  { path: `${companionPath}/*`, tells: [], answers: null, log: 'the companion itself' },
  { path: `${companionPath}/assets/*`, tells: [], answers: null, log: 'the companion itself' },
];

/**
 * Every route of the server: what its response says about the person of a device, and which line their log gets for it. Endpoints declare
 * it in the contract. The server does not start with a route that is missing here. docs/personal-data.md is generated from it.
 */
export const personalData: readonly DataRoute[] = [...endpoints, ...addresses];
