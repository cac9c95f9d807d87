import { randomUUID } from 'node:crypto';
import {
  addTicketFile,
  contentUrl,
  ticketContent,
  ticketLimits,
  ticketMessages,
  type ContentVariant,
  type InputOf,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepFiles } from '../../files/content/sweep-files.ts';
import { applyRetention } from '../../device-data/retention/retention.ts';
import { latin, page, refusedFiles } from '../../../testing/samples/hostile-types.ts';
import { sha256Of, storedName, testPicture } from '../../../testing/samples/test-files.ts';
import { sendForm } from '../../../testing/samples/test-forms.ts';
import { createStaff, reportTo, ticketsOf } from '../../../testing/test-tickets.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
let boss: TestAdmin;
let worker: TestAdmin;
let ticketId: number;
beforeAll(async () => {
  ({ boss, worker } = await createStaff(server));
});
beforeEach(async () => {
  ticketId = (await ticketsOf(server, worker).open()).id;
});

type Form = InputOf<typeof addTicketFile>;

/** A file of this size with the signature of a GIF. */
const gif = (size: number) => Buffer.concat([latin('GIF89a'), Buffer.alloc(size - 6, 1)]);

/** A recording as browsers make it: audio in a WebM container. */
const recording = (size = 2000) => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(size, 7)]);

function send(bytes: Uint8Array, form: Partial<Form> = {}, admin: TestAdmin = worker) {
  const input = { ticketId, clientId: randomUUID(), kind: 'FILE', name: 'picture.jpg', ...form } as const;
  return sendForm(server, addTicketFile, input, bytes, admin.token);
}

function sendVoice(form: Partial<Form> = {}, bytes: Buffer = recording()) {
  return send(bytes, { kind: 'VOICE', name: 'voice.weba', durationMs: '12500', peaks: '0,50,100', ...form });
}

async function fetchAttachment(
  admin: TestAdmin,
  sha256: string,
  {
    variant = 'full',
    saveAs,
    headers = {},
  }: { variant?: ContentVariant; saveAs?: string; headers?: Record<string, string> } = {},
) {
  const { pass } = (await server.api(ticketContent, { ticketId }, admin.token)).envelope.data;
  const address = contentUrl({ ticket: pass, sha256, variant, ...(saveAs !== undefined && { saveAs }) });
  return await fetch(new URL(address, server.url), { headers });
}

const countBlobs = async (sha256: string) =>
  (await sql`select from blobs where sha256 = ${sha256}`.execute(server.services.db)).rows.length;

describe('a file in a message', () => {
  it('[SPEC 3.17, 7.62] is kept with its words, shown small and whole, and saved under its name', async () => {
    const bytes = await testPicture(11);
    const sha256 = sha256Of(bytes);
    const { envelope } = await send(bytes, { name: 'Straße 1.jpg', text: 'See\nhere' });
    expect(envelope.data).toMatchObject({
      kind: 'FILE',
      text: 'See\nhere',
      sender: 'USER',
      attachment: {
        sha256,
        fileName: 'Straße 1.jpg',
        mimeType: 'image/jpeg',
        size: bytes.length,
        thumbnail: true,
        durationMs: null,
        peaks: null,
      },
    });
    const whole = await fetchAttachment(boss, sha256);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect(whole.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect((await fetchAttachment(boss, sha256, { variant: 'thumbnail' })).headers.get('content-type')).toBe(
      'image/webp',
    );
    const saved = await fetchAttachment(boss, sha256, { saveAs: 'Straße 1.jpg' });
    expect(saved.headers.get('content-disposition')).toContain("filename*=UTF-8''Stra%C3%9Fe%201.jpg");
    const part = await fetchAttachment(boss, sha256, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
    expect((await fetchAttachment(boss, sha256, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416);
  });

  it.each(refusedFiles)('[SPEC 5.9, 8.12] is refused: %s: %s', async (_, name, bytes) => {
    const { status, error } = await send(bytes, { name });
    expect([status, error]).toEqual([415, 'File type not allowed']);
    expect(await ticketsOf(server, worker).detail(ticketId)).toMatchObject({ messageCount: 0 });
  });

  it('is never run: a page is for saving only', async () => {
    const bytes = latin(page);
    await send(bytes, { name: 'page.html' });
    const { headers } = await fetchAttachment(boss, sha256Of(bytes));
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('[SPEC 5.8, 8.11] has at most 3 MB, to the byte', async () => {
    expect((await send(gif(3 * 1024 * 1024))).status).toBe(200);
    const { status, error } = await send(gif(3 * 1024 * 1024 + 1));
    expect([status, error]).toEqual([413, 'File size exceeds 3MB limit']);
    expect((await send(gif(6 * 1024 * 1024))).error).toBe('File size exceeds 3MB limit');
    expect(await ticketsOf(server, worker).detail(ticketId)).toMatchObject({ messageCount: 1 });
  });

  it('[SPEC 8.13] needs a session', async () => {
    const input = { ticketId, clientId: randomUUID(), kind: 'FILE', name: 'a.jpg' } as const;
    const { status, error } = await sendForm(server, addTicketFile, input, await testPicture(1), null);
    expect([status, error]).toEqual([401, 'Authentication required']);
  });

  it.each(['../a.png', 'a/b.png', 'con.png', 'a\u202Egnp.exe', ''])('is not called %j', async (name) => {
    expect((await send(await testPicture(2), { name })).status).toBe(400);
  });

  it('is sent once with one id, also at the same moment', async () => {
    const bytes = await testPicture(12);
    const clientId = randomUUID();
    const tries = await Promise.all(Array.from({ length: 4 }, () => send(bytes, { clientId })));
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(tries.map(({ envelope }) => envelope.data.id)).size).toBe(1);
    // A retry with other content returns the stored message.
    const again = await send(await testPicture(13), { clientId });
    expect(again.envelope.data.attachment?.sha256).toBe(sha256Of(bytes));
    expect(await ticketsOf(server, worker).detail(ticketId)).toMatchObject({ messageCount: 1 });
  });

  it('is not taken by a ticket that has ended, nor by one that is not theirs', async () => {
    await sql`update tickets set status = 'CLOSED' where id = ${ticketId}`.execute(server.services.db);
    expect((await send(await testPicture(3))).errorCode).toBe('ticket_ended');
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await send(await testPicture(3), {}, stranger)).errorCode).toBe('ticket_not_found');
    const reader = await server.createAdmin({ access: { SUBORDINATES_TICKETS: 'READ_ONLY' } });
    await reportTo(server, boss, reader);
    expect((await send(await testPicture(3), {}, reader)).errorCode).toBe('not_allowed');
    await reportTo(server, boss, null);
  });
});

describe('a recording in a message', () => {
  it('[SPEC 3.17] is sound, with its length and waveform, and is played from anywhere in it', async () => {
    const { envelope } = await sendVoice();
    expect(envelope.data).toMatchObject({
      kind: 'VOICE',
      attachment: { mimeType: 'audio/webm', durationMs: 12_500, peaks: [0, 50, 100], fileName: 'voice.weba' },
    });
    const played = await fetchAttachment(boss, envelope.data.attachment?.sha256 ?? '', {
      headers: { range: 'bytes=100-' },
    });
    expect([played.status, played.headers.get('content-type')]).toEqual([206, 'audio/webm']);
  });

  it.each([
    ['voice.mp4', latin('\0\0\0\x18ftypmp42'), 'audio/mp4'],
    ['voice.oga', latin('OggS...'), 'audio/ogg'],
    ['voice.wav', latin('RIFF\0\0\0\0WAVE'), 'audio/wav'],
    ['voice.mp3', latin('ID3'), 'audio/mpeg'],
    ['voice', recording(), 'audio/webm'],
  ])('may be %s', async (name, bytes, mimeType) => {
    expect((await sendVoice({ name }, bytes)).envelope.data.attachment?.mimeType).toBe(mimeType);
  });

  it('[SPEC 5.11, 9.13, 9.15] has at most 3 minutes', async () => {
    expect((await sendVoice({ durationMs: '180000' })).status).toBe(200);
    const { status, error } = await sendVoice({ durationMs: '180001' });
    expect([status, error]).toEqual([400, 'A voice message can be at most 3 minutes long.']);
  });

  it('is refused when it is no sound, or says not how long it is', async () => {
    expect((await sendVoice({}, await testPicture(4))).errorCode).toBe('file_type_not_allowed');
    expect((await sendVoice({ durationMs: '0' })).errorCode).toBe('invalid_input');
    const input = { ticketId, clientId: randomUUID(), kind: 'VOICE', name: 'voice.weba' } as const;
    expect((await sendForm(server, addTicketFile, input, recording(), worker.token)).errorCode).toBe('invalid_input');
  });

  it.each([
    '101',
    '1,2,',
    'a',
    '-1',
    Array(ticketLimits.peaks + 1)
      .fill('1')
      .join(','),
  ])('is refused with the waveform %s', async (peaks) => {
    expect((await sendVoice({ peaks })).status).toBe(400);
  });
});

describe('an attachment can be fetched', () => {
  it('by those who may see its ticket at that moment, and of that ticket only', async () => {
    const bytes = await testPicture(21);
    const sha256 = sha256Of(bytes);
    await send(bytes);
    const admin = await server.createAdmin({ access: { SUBORDINATES_TICKETS: 'READ_ONLY' } });
    await reportTo(server, boss, admin);
    const { pass } = (await server.api(ticketContent, { ticketId }, admin.token)).envelope.data;
    const status = async (ticket: string) =>
      (await fetch(new URL(contentUrl({ ticket, sha256, variant: 'full' }), server.url))).status;
    expect(await status(pass)).toBe(200);
    expect(await status(`${pass}x`)).toBe(401);
    await reportTo(server, boss, null);
    expect(await status(pass)).toBe(404);
    // A signed link of another ticket does not open this one's attachments.
    const other = await ticketsOf(server, admin)
      .open()
      .catch(() => null);
    expect(other).toBeNull();
    const own = await ticketsOf(server, boss).open();
    const elsewhere = (await server.api(ticketContent, { ticketId: own.id }, boss.token)).envelope.data.pass;
    expect(await status(elsewhere)).toBe(404);
  });
});

describe('an attachment is gone', () => {
  it('with its ticket, when that has had its days; not while it goes on', async () => {
    const bytes = await testPicture(31);
    const sha256 = sha256Of(bytes);
    await send(bytes);
    const { services } = server;
    const name = await storedName(server, sha256);
    await sql`update tickets set created_at = now() - interval '9 years' where id = ${ticketId}`.execute(services.db);
    await applyRetention(services, [], { pauseMs: 0 });
    await sweepFiles(services);
    expect([await countBlobs(sha256), (await fetchAttachment(boss, sha256)).status]).toEqual([1, 200]);
    await sql`update tickets set status = 'CLOSED', finished_at = now() - interval '366 days'
      where id = ${ticketId}`.execute(services.db);
    await applyRetention(services, [], { pauseMs: 0 });
    await sweepFiles(services);
    expect(await countBlobs(sha256)).toBe(0);
    expect(await services.blobs.stat(name, 'full')).toBeNull();
    expect((await server.api(ticketMessages, { ticketId }, boss.token)).status).toBe(404);
  });
});
