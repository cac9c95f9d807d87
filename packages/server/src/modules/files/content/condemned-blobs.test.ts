import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  announce,
  fetchContent,
  contentTicketFor,
  openCommand,
  sendSmall,
  sha256Of,
  storedName,
  testPicture,
} from '../../../testing/samples/test-files.ts';
import { startTestS3, type TestS3 } from '../../../testing/servers/test-s3.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import type { StagedBlob } from '../../../core/blobs/blob-store.ts';
import { deleteDeviceFiles } from './blobs.store.ts';
import { sweepFiles } from './sweep-files.ts';

let seed = 9000;

describe.each(['files', 'S3'])('bytes that nobody owns any more, in %s', (kind) => {
  let s3: TestS3 | null = null;
  let server: TestServer;
  let device: TestDevice;
  let picture: Buffer;
  let sha256: string;
  beforeAll(async () => {
    if (kind === 'S3') s3 = await startTestS3();
    server = await startTestServer(s3 ? { s3: s3.bucket } : {});
  });
  afterAll(async () => {
    await server.close();
    await s3?.close();
  });
  beforeEach(async () => {
    device = await joinDevice(server);
    picture = await testPicture((seed += 1));
    sha256 = sha256Of(picture);
  });
  afterEach(() => vi.restoreAllMocks());

  async function send(): Promise<void> {
    const commandId = await openCommand(server, device);
    const { error } = await sendSmall(server, device, picture, announce(picture, commandId));
    expect(error).toBe('');
  }
  /** Sends the picture and removes its owner. Returns the name of its bytes. */
  async function orphan(): Promise<string> {
    await send();
    const name = await storedName(server, sha256);
    await deleteDeviceFiles(server.services.db, device.deviceId);
    return name;
  }
  const isThere = async (name: string) => (await server.services.blobs.stat(name, 'full')) !== null;
  async function expectWhole(): Promise<void> {
    const name = await storedName(server, sha256);
    expect(sha256Of(await buffer(server.services.blobs.open(name, 'full')))).toBe(sha256);
    expect(await server.services.blobs.stat(name, 'thumbnail')).not.toBeNull();
    const ticket = await contentTicketFor(server, server.admin, { deviceId: device.deviceId, capability: 'GALLERY' });
    expect((await fetchContent(server, { ticket, sha256 })).status).toBe(200);
  }
  const findCondemned = async (name: string) =>
    (
      await sql<{ isDeleted: boolean }>`
        select deleted_at is not null as "isDeleted" from condemned_blobs where stored_as = ${name}`.execute(
        server.services.db,
      )
    ).rows;
  const makeDue = (name: string) =>
    sql`update condemned_blobs set due_at = now() where stored_as = ${name}`.execute(server.services.db);

  /** Holds the next deletion of this name until the test lets it go on, as a slow store does. */
  function holdDeletion(held: string) {
    const { blobs } = server.services;
    const remove = blobs.delete.bind(blobs);
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    vi.spyOn(blobs, 'delete').mockImplementation(async (name) => {
      if (name === held) {
        reached.resolve();
        await released.promise;
      }
      await remove(name);
    });
    return { reached: reached.promise, release: released.resolve };
  }

  it('are sent anew while a slow store deletes them, and stay', async () => {
    const before = await orphan();
    const deletion = holdDeletion(before);
    const sweeping = sweepFiles(server.services);
    await deletion.reached;
    await send();
    expect(await storedName(server, sha256)).not.toBe(before);
    deletion.release();
    await sweeping;
    expect(await isThere(before)).toBe(false);
    await expectWhole();
  });

  it('are deleted while no transaction is open, so none can be rolled back meanwhile', async () => {
    const before = await orphan();
    const deletion = holdDeletion(before);
    const sweeping = sweepFiles(server.services);
    await deletion.reached;
    const { rows: open } = await sql`
      select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and classid = 5274303 and objid = hashtext(${sha256})::bigint & 4294967295`.execute(server.services.db);
    expect(open).toEqual([]);
    const { rows } = await sql`select from blobs where sha256 = ${sha256}`.execute(server.services.db);
    expect([rows, await findCondemned(before)]).toEqual([[], [{ isDeleted: false }]]);
    deletion.release();
    await sweeping;
  });

  it('stay when the transaction of the sweep is rolled back at its end', async () => {
    const name = await orphan();
    const { db } = server.services;
    // As when the connection breaks before the commit is answered: nothing was condemned, so nothing may be deleted.
    await sql
      .raw(
        'create function refuse_condemning() returns trigger language plpgsql as $$ begin raise exception $x$broken$x$; end $$',
      )
      .execute(db);
    await sql
      .raw(
        'create constraint trigger refuse_condemning after insert on condemned_blobs deferrable initially deferred for each row execute function refuse_condemning()',
      )
      .execute(db);
    try {
      await expect(sweepFiles(server.services)).rejects.toThrow('broken');
      expect([await storedName(server, sha256), await isThere(name)]).toEqual([name, true]);
      await send();
    } finally {
      await sql.raw('drop trigger refuse_condemning on condemned_blobs; drop function refuse_condemning()').execute(db);
    }
    await sweepFiles(server.services);
    await expectWhole();
  });

  it('go with the next sweep when the store fails, also of a server that was killed in between', async () => {
    const name = await orphan();
    const { blobs } = server.services;
    vi.spyOn(blobs, 'delete').mockRejectedValueOnce(new Error('the store is down'));
    await expect(sweepFiles(server.services)).rejects.toThrow('the store is down');
    expect([await isThere(name), await findCondemned(name)]).toEqual([true, [{ isDeleted: false }]]);
    await send();
    await makeDue(name);
    await sweepFiles(server.services);
    expect([await isThere(name), await findCondemned(name)]).toEqual([false, [{ isDeleted: true }]]);
    await expectWhole();
  });

  it('do not wait for other bytes that the store refuses to delete', async () => {
    const one = await orphan();
    picture = await testPicture((seed += 1));
    sha256 = sha256Of(picture);
    const two = await orphan();
    const { blobs } = server.services;
    const deletion = vi.spyOn(blobs, 'delete').mockRejectedValueOnce(new Error('refused'));
    await expect(sweepFiles(server.services)).rejects.toThrow('refused');
    const refused = deletion.mock.calls[0]?.[0];
    await sweepFiles(server.services);
    expect([await isThere(one), await isThere(two)]).toEqual([refused === one, refused === two]);
  });

  it('are deleted once more after hours, when a slow sender brought them back under the old name', async () => {
    const name = await orphan();
    await sweepFiles(server.services);
    const late = await server.services.blobs.stage(Readable.from([picture]), sha256);
    await late.upload(name);
    await late.place(name);
    await late.settle();
    await sweepFiles(server.services);
    expect(await isThere(name)).toBe(true);
    await makeDue(name);
    await sweepFiles(server.services);
    expect([await isThere(name), await findCondemned(name)]).toEqual([false, []]);
  });

  it('make a sender begin again whose name was condemned while it sent', async () => {
    const other = device;
    await send();
    const before = await storedName(server, sha256);
    device = await joinDevice(server);
    const { blobs } = server.services;
    const stage = blobs.stage.bind(blobs);
    vi.spyOn(blobs, 'stage').mockImplementationOnce(async (...source) => {
      const staged: StagedBlob = await stage(...source);
      const upload = async (name: string) => {
        await staged.upload(name);
        // The only owner goes, and so does the upload that keeps its bytes from the sweep.
        await deleteDeviceFiles(server.services.db, other.deviceId);
        await sql`update uploads set finished_at = now() where sha256 = ${sha256}`.execute(server.services.db);
        await sweepFiles(server.services);
        await sql`update uploads set finished_at = null where device_id = ${device.deviceId}`.execute(
          server.services.db,
        );
      };
      return { ...staged, upload };
    });
    const refused = await sendSmall(server, device, picture, announce(picture, await openCommand(server, device)));
    expect(refused.status).toBe(503);
    await send();
    expect(await storedName(server, sha256)).not.toBe(before);
    await makeDue(before);
    await sweepFiles(server.services);
    await expectWhole();
  });
});
