import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { capabilities, capabilityNames, limits, version, type Capability } from '@fairwatch/contract';
import type { Services } from '../../services.ts';
import { ZipFile } from '../../zip-file.ts';
import { retainedKinds } from '../retention.ts';
import { readRetention } from '../retention.store.ts';
import type { RowTable } from '../rows/row-table.ts';
import { fileFolders, readFiles, type ArchivedFile, type FileFolder } from './archive-files.store.ts';
import { guardSpace } from './archive-space.ts';
import { accountParts } from './archive-account.store.ts';
import { featurePart, otherParts, readAdmins, readOwner, readPart, type ArchivePart } from './archive-rows.store.ts';

/** Every list of rows that a person's archive has. */
export function archiveParts(tables: readonly RowTable[]): ArchivePart[] {
  return [...tables.map(featurePart), ...otherParts, ...accountParts];
}

interface Contents {
  deviceId: number;
  /** What may be in it; null for the person, who gets everything. */
  shared: readonly Capability[] | null;
  at: Date;
  signal: AbortSignal;
}

type Parts = Pick<Services, 'db' | 'blobs' | 'disk' | 'config'>;

/**
 * Writes everything that is held about a device's person into a ZIP file at `path`, and gives back its size and hash. Rows and
 * files are read as they are written: the archive is never in memory. Throws when the device has left, or the room is used up.
 */
export async function writeArchive(
  services: Parts,
  tables: readonly RowTable[],
  path: string,
  { deviceId, shared, at, signal }: Contents,
): Promise<{ size: number; sha256: string }> {
  const { db } = services;
  const may = (capability: Capability | null) => capability === null || shared === null || shared.includes(capability);
  const file = await open(path, 'w', 0o600);
  try {
    const zip = new ZipFile(file, at, { onWritten: await guardSpace(services) });
    const add = (name: string, bytes: AsyncIterable<string> | Iterable<string>) =>
      zip.add(name, bytes, { compress: true }, signal);
    const owner = await readOwner(db, deviceId, may('DEVICE_INFO'));
    if (!owner) throw new Error('The device has left.');
    const leftOut = capabilityNames.filter((name) => !may(name));
    await add('READ ME.txt', [readMe(String(owner.device['name']), at, shared === null ? null : leftOut)]);
    await add('device.json', [pretty(owner.device)]);
    await add('person.json', [pretty(owner.person)]);
    await add('who-can-see-this.json', [pretty(await readAdmins(db, deviceId))]);
    await add('how-long-it-is-kept.json', [pretty(await keptDays(services, tables))]);
    const isIn = ({ capability, personOnly }: ArchivePart) => may(capability) && (shared === null || !personOnly);
    for (const part of archiveParts(tables).filter(isIn)) {
      await add(`${part.name}.json`, readPart(db, part, { deviceId, forAdmin: shared !== null }));
    }
    await add('files.json', fileIndex(services, deviceId, may));
    for (const folder of fileFolders) {
      for await (const found of readFiles(db, folder, deviceId)) {
        if (may(found.capability)) await addFile(services, zip, folder, found, signal);
      }
    }
    await zip.finish();
    await file.sync();
  } finally {
    await file.close();
  }
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    createReadStream(path),
    async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        hash.update(piece);
        size += piece.length;
      }
    },
    { signal },
  );
  return { size, sha256: hash.digest('hex') };
}

/** The bytes of a file under its name. Bytes that the server has lost are left out; the index says that there was a file. */
async function addFile(
  { blobs }: Parts,
  zip: ZipFile,
  folder: FileFolder,
  found: ArchivedFile,
  signal: AbortSignal,
): Promise<void> {
  const stored = await blobs.stat(found.sha256, 'full');
  if (stored === null) return;
  const compress = /^text\/|json$|xml$|wav$/.test(found.mimeType);
  const bytes = blobs.open(found.sha256, 'full');
  await zip.add(pathOf(folder, found), bytes, { compress, maxSize: stored.size }, signal);
}

async function* fileIndex({ db }: Parts, deviceId: number, may: (capability: Capability | null) => boolean) {
  let separator = '[\n';
  for (const folder of fileFolders) {
    for await (const found of readFiles(db, folder, deviceId)) {
      if (!may(found.capability)) continue;
      const { id: _, ...facts } = found;
      yield `${separator}${JSON.stringify({ path: pathOf(folder, found), ...facts })}`;
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** A name that any system can store: its number keeps it apart from others of the same name. */
function pathOf(folder: FileFolder, { id, name, sha256 }: ArchivedFile): string {
  const plain = (name.split('/').at(-1) ?? '').replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_').replace(/[. ]+$/, '');
  const safe = Array.from(plain).slice(-80).join('').trimStart();
  return `files/${folder}/${id}-${safe === '' ? sha256.slice(0, 12) : safe}`;
}

async function keptDays({ db }: Parts, tables: readonly RowTable[]) {
  const set = await readRetention(db);
  return retainedKinds(tables).map(({ kind, title, covers, defaultDays }) => {
    return { kind, title, covers, days: set.get(kind)?.days ?? defaultDays };
  });
}

const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** `leftOut` is null for the person, from whom nothing is withheld. */
function readMe(deviceName: string, at: Date, leftOut: readonly Capability[] | null): string {
  const hours = limits.archive.lifetimeMs / 3_600_000;
  return `Everything that Fairwatch ${version} holds about you and ${deviceName}, as of ${at.toISOString()}.

device.json, person.json       the device, and what you said about yourself
who-can-see-this.json          the admins who can see this device
how-long-it-is-kept.json       after how many days each kind of data is deleted
consents.json                  what you agreed to share, under which notice, and when
consent-requests.json          what you were asked to share, by whom, and what you answered
log.json                       everything that was done to this device, in words and as it is stored
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
${leftOut === null ? '' : leftOutWords(leftOut)}`;
}

function leftOutWords(leftOut: readonly Capability[]): string {
  const titles = leftOut.map((name) => capabilities[name].title).join(', ');
  const unshared = titles === '' ? '' : ` Left out is what is not shared with admins at this moment: ${titles}.`;
  return `
An admin made this archive.${unshared} How you sign in is left out. Codes in text messages are masked.
You get an archive with everything by asking for it on the device.
`;
}
