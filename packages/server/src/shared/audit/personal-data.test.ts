import { join } from 'node:path';
import {
  apiPrefix,
  assignGroup,
  assignSelection,
  accessLog,
  askConsent,
  assignDevices,
  auditList,
  capabilities,
  captures,
  changeHands,
  checkExists,
  consoleSocketPath,
  contentPath,
  deviceSocketPath,
  downloadFile,
  endDevice,
  endpoints,
  enrol,
  everythingTold,
  galleryFetch,
  liveViewSocketPath,
  missingPositions,
  receiveFiles,
  rejectUser,
  removeDevices,
  removePersonPicture,
  repeatRun,
  resetSignIn,
  setPassword,
  startRun,
  updatePreset,
  withdrawConsentRequest,
  type Endpoint,
  type Envelope,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { endpointInputs, type Sampled } from '../../testing/samples/endpoint-inputs.ts';
import { fillDevice } from '../../testing/samples/fill-device.ts';
import { joinDevice } from '../../testing/test-device.ts';
import { endCommands, fetchContent, contentTicketFor } from '../../testing/samples/test-files.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';
import { createSession } from '../sessions/sessions.ts';
import { personalData, type DataRoute } from './personal-data.ts';

const page = join(import.meta.dirname, '../../../../../docs/personal-data.md');

type Line = Exclude<DataRoute['log'], string>;

function lineWords({ action, subject, when }: Line): string {
  const under = subject === undefined ? '' : ` under \`${subject}\``;
  return `\`${action}\`${under}${when === undefined ? '' : `, ${when}`}`;
}

function toldWords(tells: DataRoute['tells']): string {
  if (tells.length === 0) return 'nothing';
  if (tells.length === everythingTold.length) return 'everything';
  return tells.map((told) => (told === 'DEVICE' ? 'the device' : capabilities[told].title)).join(', ');
}

function row({ path, tells, answers, log }: DataRoute): string {
  const line = typeof log === 'string' ? `nothing: ${log}` : lineWords(log);
  return `| \`${path.replaceAll('|', '\\|')}\` | ${toldWords(tells)} | ${answers ?? 'nothing'} | ${line} |`;
}

const intro = `# Ways to personal data

Every call and address of the server: which kinds of data it tells of, what its answer tells about the person who carries a device, and what
their log says of it. What it tells of is declared with the call, and each kind is told while the disclosure policy allows it: to an admin with the permission, of a
device in their scope, while its person shares it, with the reason and the second admin's agreement that the owner asks for. The
person reads these lines on the device. A route that is not in this table does not boot, and a test makes every call that claims a line and looks for it. The table is
made from the declarations of the calls and, for other addresses, from \`packages/server/src/shared/audit/personal-data.ts\`; after a change there, run
\`npx vitest run --project server personal-data -u\`.

- **One line.** The same part (a page of rows, a conversation, a day, a search, a file) that the same session reads again within five minutes is
  one line: an open page reads itself again when something changes. Another part is another line.
- **Exports.** A list that is exported is one line with the number of all its rows, each time. Whoever pages through a list without saying that it is an
  export leaves a line for each page.
- **Lists over many devices** write one line to the log of each device they show, once an hour for each session, list and search; each time for an export.
- **Previews** belong to the line of the list that shows them. One that no list showed is named by itself.
- **First the line, then the answer.** What cannot be written down is not shown.
`;

describe('the table of personal data', () => {
  it('has every call, each once, and nothing else', () => {
    const paths = personalData.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    // The other routes are compared when the server starts.
    const missing = endpoints.map(({ path }) => path).filter((path) => !paths.includes(path));
    expect(missing).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([consoleSocketPath, deviceSocketPath, liveViewSocketPath, `${contentPath}/:sha256`]),
    );
  });

  it('says of whatever answers something personal which line is written', () => {
    const silent = personalData.filter(({ answers, log }) => answers !== null && typeof log === 'string');
    const paths = silent.map(({ path }) => path.replace(`${apiPrefix}authenticated/`, ''));
    // A pass opens what is logged when it is fetched; the others name nobody, or say what is in the log already.
    expect(paths.filter((path) => !/ticket$|^ticket\/content$/.test(path)).toSorted()).toEqual([
      consoleSocketPath,
      'alert/acknowledge',
      'config/preset/preview',
      'device/archive/status',
      'device/filter-choices',
      'file/upload/base64',
      'file/upload/multipart',
      'file/upload/multipart/chunk',
      'group/all',
      'media/live-view',
      'media/live-view/watch',
      'notification/unread',
      'ticket/counts',
      'ticket/created',
    ]);
  });

  it('says what is told wherever a call declares that it tells something, and nowhere else', () => {
    const contradicting = personalData.filter(({ answers, tells }) => (answers === null) !== (tells.length === 0));
    expect(contradicting.map(({ path, tells }) => `${path} ${tells.join()}`)).toEqual([]);
  });

  it('is the page in the docs', async () => {
    const rows = personalData.map(row).toSorted();
    const lines = ['| call | tells of | tells about the person | line in their log |', '|---|---|---|---|', ...rows];
    await expect(`${intro}\n${lines.join('\n')}\n`).toMatchFileSnapshot(page);
  });
});

const server = useTestServer();
let sampled: Sampled;
let inputOf: ReturnType<typeof endpointInputs>;

/** The sample rows are not what a device would send, so the response is not validated against the contract. */
async function post({ path }: Endpoint, input: object, token: string) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(new URL(path, server.url), { method: 'POST', headers, body: JSON.stringify(input) });
  const { meta } = (await answer.json()) as Envelope<unknown>;
  return { status: answer.status, errorCode: meta.message[0]?.code ?? '' };
}

async function count({ action, subject }: { action: string; subject: string }): Promise<number> {
  const { rows } = await sql`select from audit_entries
    where device_id = ${sampled.device.deviceId} and action = ${action} and subject = ${subject}`.execute(
    server.services.db,
  );
  return rows.length;
}

describe('every call that claims a line', () => {
  beforeAll(async () => {
    const { db } = server.services;
    const device = await joinDevice(server);
    const [other, stranger] = [
      await server.createAdmin({ access: 'FULL_ACCESS' }),
      await server.createAdmin({ access: 'FULL_ACCESS' }),
    ];
    const ids = await fillDevice(server, device);
    await sql`update notifications set user_id = ${server.admin.userId}`.execute(db);
    // A super admin cannot lose devices; this admin can.
    await sql`insert into device_assignments (user_id, device_id) values (${other.userId}, ${device.deviceId})`.execute(
      db,
    );
    sampled = { caller: server.admin, device, other, stranger, ids };
    inputOf = endpointInputs(server, sampled);
  });

  const somewhere = { remembered: false, address: '127.0.0.1', userAgent: 'test' };

  const logged = new Map(
    personalData.flatMap(({ path, log }) => (typeof log === 'string' ? [] : [[path, log] as const])),
  );
  /**
   * These endpoints are called last, in this order, because each changes or removes what the ones before it need: the locations, a picture, the admin of
   * the device, their session, a kind of data, and finally the device itself.
   */
  const last: Endpoint[] = [
    missingPositions,
    removePersonPicture,
    assignGroup,
    assignSelection,
    removeDevices,
    assignDevices,
    accessLog,
    setPassword,
    resetSignIn,
    rejectUser,
    askConsent,
    withdrawConsentRequest,
    updatePreset,
    changeHands,
    endDevice,
  ];
  const others = endpoints.filter((endpoint) => !last.includes(endpoint));
  const claiming = [...others, ...last].filter(({ path }) => logged.has(path) && path !== enrol.path);

  it('writes it for every file that is fetched', async () => {
    const { deviceId } = sampled.device;
    const ticket = await contentTicketFor(server, server.admin, { deviceId, capability: 'FILES' });
    expect((await fetchContent(server, { ticket, sha256: sampled.ids.sha256 })).status).toBe(200);
    expect(await count({ action: 'READ', subject: `${contentPath}/FILES` })).toBe(1);
  });

  it('writes it', { timeout: 120_000 }, async () => {
    const silent: string[] = [];
    for (const endpoint of claiming) {
      const { action, subject = endpoint.path } = logged.get(endpoint.path) ?? { action: 'READ' as const };
      const isCommand = action === 'COMMAND';
      // This call names devices that have sent no location, so there must be one.
      if (endpoint === missingPositions) await sql`delete from locations`.execute(server.services.db);
      if (isCommand) await endCommands(server, sampled.device);
      const before = await count({ action, subject });
      // Each request has a session of its own, which has not seen anything yet.
      const { token } = await createSession(server.services, { userId: server.admin.userId, ...somewhere });
      const { errorCode, status } = await post(endpoint, await inputOf(endpoint), token);
      const isCaptureWithout = Object.values(captures).some(
        ({ remove, kind }) => remove === endpoint && kind !== 'PHOTO',
      );
      if (isCaptureWithout) continue;
      // The items of a run are carried out after the answer.
      if (endpoint === startRun || endpoint === repeatRun) {
        await vi.waitUntil(async () => (await count({ action, subject })) > before, { timeout: 30_000 });
      }
      const written = await count({ action, subject });
      if (status !== 200 || written <= before) silent.push(`${endpoint.path} ${status} ${errorCode}`);
    }
    expect(silent).toEqual([]);
    expect(claiming).toEqual(
      expect.arrayContaining([auditList, checkExists, downloadFile, galleryFetch, receiveFiles]),
    );
    expect(await count({ action: 'JOIN', subject: enrol.path })).toBe(1);
  });
});
