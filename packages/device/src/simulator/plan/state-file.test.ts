import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StateFile } from './state-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-fleet-'));
});
afterAll(() => rm(folder, { recursive: true }));

const phone = { deviceId: 1, deviceUniqueUUID: 'u', token: 'secret' };

describe('the state file', () => {
  it('stores phones for the next start, with the seed of the fleet', async () => {
    const path = join(folder, 'new', 'fleet.json');
    const state = new StateFile(path, 'first');
    await Promise.all([0, 1, 2].map((index) => state.setPhone(index, { ...phone, deviceId: index })));
    await state.setPhone(1, undefined);
    const next = new StateFile(path, 'second');
    expect(next.seed).toBe('first');
    expect([0, 1, 2].map((index) => next.phone(index)?.deviceId)).toEqual([0, undefined, 2]);
  });

  it('stores for whom the fleet is, from its first start on', async () => {
    const path = join(folder, 'preset.json');
    await new StateFile(path, 'seed', 'family').setPhone(0, phone);
    expect(new StateFile(path, 'seed', 'school').preset).toBe('family');
    const older = join(folder, 'older.json');
    await new StateFile(older, 'seed').setPhone(0, phone);
    expect(new StateFile(older, 'seed', 'family').preset).toBe('everything');
  });

  it('stores what is shared', async () => {
    const path = join(folder, 'grants.json');
    const state = new StateFile(path, 'seed');
    await state.setPhone(0, { ...phone, grants: { capabilities: ['CONTACTS'], paused: true } });
    await state.setPhone(1, phone);
    const next = new StateFile(path, 'seed');
    expect(next.phone(0)?.grants).toEqual({ capabilities: ['CONTACTS'], paused: true });
    expect(next.phone(1)?.grants).toBeUndefined();
  });

  it('stores the newest entry of the log', async () => {
    const path = join(folder, 'heads.json');
    const logHead = { sequence: 7, hash: 'a'.repeat(64) };
    await new StateFile(path, 'seed').setPhone(0, { ...phone, logHead });
    expect(new StateFile(path, 'seed').phone(0)?.logHead).toEqual(logHead);
  });

  it('is readable only by its owner, and written atomically', async () => {
    const path = join(folder, 'fleet.json');
    await new StateFile(path, 'seed').setPhone(0, phone);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ phones: { 0: phone } });
    expect(await readdir(folder)).not.toContain('fleet.json.new');
  });

  it('is written again after a failed write', async () => {
    const place = join(folder, 'full');
    await writeFile(place, 'no folder');
    const path = join(place, 'fleet.json');
    const state = new StateFile(path, 'seed');
    await expect(state.setPhone(0, phone)).rejects.toThrow('mkdir');
    await rm(place);
    await state.setPhone(1, phone);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ phones: { 0: phone, 1: phone } });
  });

  it('throws for a file that is not a state file', async () => {
    const path = join(folder, 'other.json');
    await writeFile(path, '{"phones": 5}');
    expect(() => new StateFile(path, 'seed')).toThrow(`${path} is not the state of a fleet`);
  });
});
