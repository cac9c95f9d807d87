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
    answers: 'files of a device: pictures, recordings, documents; attachments of tickets',
    logs: { action: 'READ', when: 'previews on a page count with the list that shows them' },
  },
  {
    path: folderContentPath,
    answers: 'the stored files of a folder of a device, as one ZIP file',
    logs: { action: 'READ', subject: contentSubject('FILES'), when: 'a line for each file in it' },
  },
  {
    path: `${archiveContentPath}/:id`,
    answers: 'everything that is held about the person and shared, as one archive',
    logs: { action: 'ARCHIVE', subject: makeArchive.path },
  },
  {
    path: consoleSocketPath,
    answers: 'the title of a notification, with the name of a device or its person',
    logs: 'what the person did themselves, or the end of a command that is in the log; who opens the list is logged',
  },
  { path: deviceSocketPath, answers: null, logs: "the device's own" },
  { path: deviceArchivePath, answers: null, logs: "the device's own; its person's fetch is logged" },
  { path: deviceFilesPath, answers: null, logs: "the device's own" },
  { path: `${deviceFilesPath}/:id(^[0-9a-f]{32}$)`, answers: null, logs: "the device's own" },
  { path: `${deviceContentPath}/:id/:sha256`, answers: null, logs: "the device's own" },
  { path: `${deviceTicketContentPath}/:id/:sha256`, answers: null, logs: "the device's own" },
  { path: `${picturePath}/:address`, answers: null, logs: 'pictures of accounts that sign in' },
  { path: `${staticFilePath}/:address`, answers: null, logs: 'the app and documents of the installation' },
  { path: termuxFilePath, answers: null, logs: 'the Termux companion itself' },
  { path: termuxFactsPath, answers: null, logs: 'the Termux companion itself' },
  { path: mapTilesPath, answers: null, logs: 'a map; which part of it is looked at is not written down' },
  { path: '/docs', answers: null, logs: 'the description of the calls' },
  { path: '/docs/openapi.json', answers: null, logs: 'the description of the calls' },
  { path: '/docs/docs.css', answers: null, logs: 'the description of the calls' },
  { path: localCaPath, answers: null, logs: 'the installation' },
  { path: livePath, answers: null, logs: 'the installation' },
  { path: readyPath, answers: null, logs: 'the installation' },
  { path: metricsPath, answers: null, logs: 'how the server is doing; its figures name nobody' },
  { path: '/assets/*', answers: null, logs: 'the console itself' },
  { path: companionPath, answers: null, logs: 'the companion itself' },
  { path: `${companionPath}/*`, answers: null, logs: 'the companion itself' },
  { path: `${companionPath}/assets/*`, answers: null, logs: 'the companion itself' },
];

/**
 * Every route of the server: what its response says about the person of a device, and which entry their log gets for it. The
 * server does not start with a route that is missing here. docs/personal-data.md is generated from it.
 */
export const personalData: readonly DataRoute[] = [...deviceEndpoints, ...otherEndpoints, ...addresses];
