import {
  archiveContentPath,
  companionPath,
  consoleSocketPath,
  contentPath,
  deviceArchivePath,
  deviceContentPath,
  deviceFilesPath,
  deviceSocketPath,
  deviceTicketContentPath,
  everythingTold,
  fileCapabilities,
  folderContentPath,
  livePath,
  localCaPath,
  makeArchive,
  mapTilesPath,
  picturePath,
  readyPath,
  staticFilePath,
  termuxFactsPath,
  termuxFilePath,
} from '@fairwatch/contract';
import { metricsPath } from '../../../core/http/metrics-path.ts';
import { contentSubject } from '../reads/content-reads.ts';
import { deviceEndpoints } from './device-endpoints.ts';
import { otherEndpoints } from './other-endpoints.ts';
import type { DataRoute } from './data-route.ts';

/** Routes that are no endpoints of the contract, and the two sockets. */
const addresses: readonly DataRoute[] = [
  {
    path: `${contentPath}/:sha256`,
    tells: ['DEVICE', ...fileCapabilities],
    answers: 'files of a device: pictures, recordings, documents; attachments of tickets',
    logs: { action: 'READ', when: 'previews on a page count with the list that shows them' },
  },
  {
    path: folderContentPath,
    tells: ['FILES'],
    answers: 'the stored files of a folder of a device, as one ZIP file',
    logs: { action: 'READ', subject: contentSubject('FILES'), when: 'a line for each file in it' },
  },
  {
    path: `${archiveContentPath}/:id`,
    tells: everythingTold,
    answers: 'everything that is held about the person and shared, as one archive',
    logs: { action: 'ARCHIVE', subject: makeArchive.path },
  },
  {
    path: consoleSocketPath,
    tells: everythingTold,
    answers: 'the title of a notification, with the name of a device or its person',
    logs: 'what the person did themselves, or the end of a command that is in the log; who opens the list is logged',
  },
  { path: deviceSocketPath, tells: [], answers: null, logs: "the device's own" },
  { path: deviceArchivePath, tells: [], answers: null, logs: "the device's own; its person's fetch is logged" },
  { path: deviceFilesPath, tells: [], answers: null, logs: "the device's own" },
  { path: `${deviceFilesPath}/:id(^[0-9a-f]{32}$)`, tells: [], answers: null, logs: "the device's own" },
  { path: `${deviceContentPath}/:id/:sha256`, tells: [], answers: null, logs: "the device's own" },
  { path: `${deviceTicketContentPath}/:id/:sha256`, tells: [], answers: null, logs: "the device's own" },
  { path: `${picturePath}/:address`, tells: [], answers: null, logs: 'pictures of accounts that sign in' },
  { path: `${staticFilePath}/:address`, tells: [], answers: null, logs: 'the app and documents of the installation' },
  { path: termuxFilePath, tells: [], answers: null, logs: 'the Termux companion itself' },
  { path: termuxFactsPath, tells: [], answers: null, logs: 'the Termux companion itself' },
  { path: mapTilesPath, tells: [], answers: null, logs: 'a map; which part of it is looked at is not written down' },
  { path: '/docs', tells: [], answers: null, logs: 'the description of the calls' },
  { path: '/docs/openapi.json', tells: [], answers: null, logs: 'the description of the calls' },
  { path: '/docs/docs.css', tells: [], answers: null, logs: 'the description of the calls' },
  { path: localCaPath, tells: [], answers: null, logs: 'the installation' },
  { path: livePath, tells: [], answers: null, logs: 'the installation' },
  { path: readyPath, tells: [], answers: null, logs: 'the installation' },
  { path: metricsPath, tells: [], answers: null, logs: 'how the server is doing; its figures name nobody' },
  { path: '/assets/*', tells: [], answers: null, logs: 'the console itself' },
  { path: companionPath, tells: [], answers: null, logs: 'the companion itself' },
  { path: `${companionPath}/*`, tells: [], answers: null, logs: 'the companion itself' },
  { path: `${companionPath}/assets/*`, tells: [], answers: null, logs: 'the companion itself' },
];

/**
 * Every route of the server: what its response says about the person of a device, and which entry their log gets for it. The
 * server does not start with a route that is missing here. docs/personal-data.md is generated from it.
 */
export const personalData: readonly DataRoute[] = [...deviceEndpoints, ...otherEndpoints, ...addresses];
