import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  capabilities,
  capabilityNames,
  featurePermissions,
  limits,
  version,
  type Capability,
  namesText,
} from '@fairwatch/contract';
import type { Services } from '../../../shared/services/services.ts';
import { zipStream, type ZipPart } from '../../../core/zip.ts';
import { retainedKinds } from '../retention/retention.ts';
import { readRetention } from '../retention/retention.store.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { fileFolders, readFiles, type ArchivedFile } from './archive-files.store.ts';
import { archivePath } from './archive-paths.ts';
import { guardSpace } from './archive-space.ts';
import { accountParts } from './archive-account.store.ts';
import type { ArchivePart, Json } from './archive-part.ts';
import { featurePart, otherParts, readAdmins, readOwner } from './archive-rows.store.ts';
import { readablePages } from './page/archive-page.ts';
import { pageReader } from './page/page-reader.ts';
import { readPart } from './read-part.store.ts';

/** Lists every part that a person's archive has. */
export function archiveParts(tables: readonly RowTable[]): ArchivePart[] {
  return [...tables.map(featurePart), ...otherParts, ...accountParts];
}

interface Contents {
  deviceId: number;
  /** What the admin may be told who gets it; null for the person, who gets everything. */
  told: readonly Capability[] | null;
  at: Date;
  /** The language in which the person writes dates, as their device said; null when it did not. */
  language: string | null;
  signal: AbortSignal;
}

type Parts = Pick<Services, 'db' | 'blobs' | 'disk' | 'config'>;

/**
 * Writes everything stored about a device's person into a ZIP file at `path`, and returns its size and hash. Rows and files
 * are streamed, so memory use does not grow with the archive. Throws when the device has left, or when the space is
 * exhausted.
 */
export async function writeArchive(
  services: Parts,
  tables: readonly RowTable[],
  path: string,
  contents: Contents,
): Promise<{ size: number; sha256: string }> {
  const checkSpace = await guardSpace(services);
  const hash = createHash('sha256');
  let size = 0;
  async function* measured(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      size += piece.length;
      await checkSpace(size);
      hash.update(piece);
      yield piece;
    }
  }
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  await pipeline(zipStream(zipParts(services, tables, contents)), measured, file, { signal: contents.signal });
  return { size, sha256: hash.digest('hex') };
}

async function* zipParts(
  services: Parts,
  tables: readonly RowTable[],
  { deviceId, told, at, language }: Contents,
): AsyncGenerator<ZipPart> {
  const { db } = services;
  const isAllowed = (capability: Capability | null) =>
    capability === null || told === null || told.includes(capability);
  // Only a super admin asks for one, who holds every permission.
  const reader = told === null ? null : { told: ['DEVICE' as const, ...told], permissions: featurePermissions };
  const text = (name: string, open: ZipPart['open']): ZipPart => ({ name, modified: at, compress: true, open });
  const owner = await readOwner(db, deviceId, isAllowed('DEVICE_INFO'));
  if (!owner) throw new Error('The device has left.');
  const leftOut = capabilityNames.filter((name) => !isAllowed(name));
  const [admins, days] = [await readAdmins(db, deviceId), await listRetention(services, tables)];
  yield text('READ ME.txt', () => [readMeText(String(owner.device['name']), at, told === null ? null : leftOut)]);
  yield text('device.json', () => [pretty(owner.device)]);
  yield text('person.json', () => [pretty(owner.person)]);
  yield text('who-can-see-this.json', () => [pretty(admins)]);
  yield text('how-long-it-is-kept.json', () => [pretty(days)]);
  const isIn = ({ capability, personOnly }: ArchivePart) => isAllowed(capability) && (told === null || !personOnly);
  const parts = archiveParts(tables).filter(isIn);
  const reading = { deviceId, reader };
  // How many rows each JSON file has, and which files are missing, is known once they are written: the pages come last.
  const counts = new Map<string, number>();
  const lost = new Set<string>();
  for (const part of parts) {
    yield text(`${part.name}.json`, () => readPart(db, part, reading, (count) => void counts.set(part.name, count)));
  }
  yield text('files.json', () =>
    fileIndex(services, { deviceId, isAllowed, onFiles: (count) => void counts.set('files', count) }),
  );
  for (const folder of fileFolders) {
    for await (const found of readFiles(db, folder, deviceId)) {
      if (!isAllowed(found.capability)) continue;
      const part = await filePart(services, archivePath(folder, found), { found, modified: at });
      if (part === null) lost.add(archivePath(folder, found));
      else yield part;
    }
  }
  const page = pageReader({ ...readerFacts(owner.device), language: language ?? owner.noticeLanguage });
  const facts = { db, reading, page, counts, lost, isAllowed, parts, ...owner, admins, retention: days, at };
  yield* readablePages({ ...facts, leftOut: told === null ? null : leftOutText(leftOut) }, text);
}

function readerFacts({ time_zone: zone, guardian }: Json) {
  return { timeZone: typeof zone === 'string' ? zone : null, guardian: typeof guardian === 'string' ? guardian : null };
}

/** The entry of a stored file. Null when the server has lost its bytes; files.json lists it all the same. */
async function filePart(
  { blobs }: Parts,
  name: string,
  { found, modified }: { found: ArchivedFile; modified: Date },
): Promise<ZipPart | null> {
  const stored = await blobs.stat(found.storedAs, 'full');
  if (stored === null) return null;
  return {
    name,
    modified,
    compress: /^text\/|json$|xml$|wav$/.test(found.mimeType),
    size: stored.size,
    open: () => blobs.open(found.storedAs, 'full'),
  };
}

interface FileIndex {
  deviceId: number;
  isAllowed: (capability: Capability | null) => boolean;
  /** Gets how many files there are. */
  onFiles(count: number): void;
}

async function* fileIndex({ db }: Parts, { deviceId, isAllowed, onFiles }: FileIndex) {
  let count = 0;
  for (const folder of fileFolders) {
    for await (const found of readFiles(db, folder, deviceId)) {
      if (!isAllowed(found.capability)) continue;
      const { id: _, storedAs: __, ...facts } = found;
      yield (count++ === 0 ? '[\n' : ',\n') + JSON.stringify({ path: archivePath(folder, found), ...facts });
    }
  }
  onFiles(count);
  yield count === 0 ? '[]\n' : '\n]\n';
}

async function listRetention({ db }: Parts, tables: readonly RowTable[]) {
  const set = await readRetention(db);
  return retainedKinds(tables).map(({ kind, title, covers, defaultDays }) => {
    return { kind, title, covers, days: set.get(kind)?.days ?? defaultDays };
  });
}

const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Writes the text of READ ME.txt. `leftOut` is null for the person, who gets everything. */
function readMeText(deviceName: string, at: Date, leftOut: readonly Capability[] | null): string {
  const hours = limits.archive.lifetimeMs / 3_600_000;
  return `Everything that Fairwatch ${version} holds about you and ${deviceName}, as of ${at.toISOString()}.
Open index.html in a browser to read it. The rest is the same for programs, and the files themselves.

index.html, pages/             all of it as pages to read, without internet
device.json, person.json       the device, and what you said about yourself
who-can-see-this.json          the admins who can see this device
how-long-it-is-kept.json       after how many days each kind of data is deleted
consents.json                  what you agreed to share, under which notice, and when
consent-requests.json          what you were asked to share, by whom, and what you answered
log.json                       everything that was done to this device, in words and as it is stored
schedules.json                 what watches this device by itself: what, when, why, and who set it
zones.json                     the zones on the map that are for this device, and who set them
commands.json                  what was asked of this device
push-notifications.json        messages that admins sent you
notifications-about-you.json   what admins were told about this device
sent-today.json                how much this device sent, counted for a day
push-subscription.json         at which push service your browser is told that something waits for you
log-mismatches.json            entries of the log that this device knew and the server did not have
account/                       how you sign in to Fairwatch, where you do
tickets.json, ticket-messages.json
                               what you asked, and what was answered
data/                          what this device shared, one file for each kind
files.json, files/             files from and for this device, and those of your tickets

The JSON files are plain text: any editor opens them. The server deletes its copy of this archive ${hours} hours after it was made.
${leftOut === null ? '' : `\n${leftOutText(leftOut)}`}`;
}

function leftOutText(leftOut: readonly Capability[]): string {
  const titles = namesText(leftOut.map((name) => capabilities[name].title));
  const unshared = titles === '' ? '' : ` Left out is what is not shared with admins at this moment: ${titles}.`;
  return `An admin made this archive.${unshared} The log, the requests and the jobs do not name what they had to do with it.
How you sign in is left out. Codes in text messages are masked.
You get an archive with everything by asking for it on the device.
`;
}
