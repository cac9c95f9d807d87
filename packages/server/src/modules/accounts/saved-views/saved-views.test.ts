import { deleteView, renameView, savedViewLimits, savedViews, saveView, type SavedView } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const list = 'devices';
const offline: SavedView = { name: 'Offline', search: 'status=Offline', hidden: ['id'] };

const viewsOf = async ({ token }: TestAdmin, of: 'devices' | 'users' = list) =>
  (await server.api(savedViews, { list: of }, token)).envelope.data;

describe('saved views', () => {
  it('belong to the account and the list: another admin, or another list, has none of them', async () => {
    const [one, other] = [await server.createAdmin(), await server.createAdmin()];
    const saved = await server.api(saveView, { list, view: offline }, one.token);
    expect(saved.envelope.data).toEqual([offline]);
    expect(await viewsOf(one)).toEqual([offline]);
    expect(await viewsOf(one, 'users')).toEqual([]);
    expect(await viewsOf(other)).toEqual([]);
    await server.api(deleteView, { list, name: 'Offline' }, other.token);
    await server.api(renameView, { list, from: 'Offline', to: 'Mine' }, other.token);
    expect(await viewsOf(one)).toEqual([offline]);
  });

  it('replace the one of their name, and the oldest gives way when there are too many', async () => {
    const admin = await server.createAdmin();
    for (let number = 1; number <= savedViewLimits.views; number += 1) {
      await server.api(saveView, { list, view: { ...offline, name: `View ${number}` } }, admin.token);
    }
    // Saved again, the first is no longer the oldest.
    await server.api(saveView, { list, view: { ...offline, name: 'View 1', search: '' } }, admin.token);
    await server.api(saveView, { list, view: { ...offline, name: 'New' } }, admin.token);
    const views = await viewsOf(admin);
    expect(views).toHaveLength(savedViewLimits.views);
    const names = views.map(({ name }) => name);
    expect(names).toContain('View 1');
    expect(names).not.toContain('View 2');
    expect(views.find(({ name }) => name === 'View 1')?.search).toBe('');
  });

  it('are renamed, and one that has the new name gives way', async () => {
    const admin = await server.createAdmin();
    const online: SavedView = { name: 'Online', search: 'status=Online', hidden: [] };
    await server.api(saveView, { list, view: offline }, admin.token);
    await server.api(saveView, { list, view: online }, admin.token);
    await server.api(renameView, { list, from: 'Gone', to: 'Online' }, admin.token);
    expect(await viewsOf(admin)).toEqual([offline, online]);
    const renamed = await server.api(renameView, { list, from: 'Offline', to: 'Online' }, admin.token);
    expect(renamed.envelope.data).toEqual([{ ...offline, name: 'Online' }]);
    const emptied = await server.api(deleteView, { list, name: 'Online' }, admin.token);
    expect(emptied.envelope.data).toEqual([]);
  });

  it.each([
    { list: 'No list', view: offline },
    { list, view: { ...offline, name: '  ' } },
    { list, view: { ...offline, search: 'x'.repeat(savedViewLimits.searchLength + 1) } },
    { list, view: { ...offline, hidden: [7] } },
  ])('are refused as bad input: %j', async (input) => {
    const admin = await server.createAdmin();
    expect((await server.api(saveView, input as never, admin.token)).status).toBe(400);
    expect(await viewsOf(admin)).toEqual([]);
  });
});
