import { describe, expect, it } from 'vitest';
import { consolePages } from './registry.tsx';
import { arrange, panelOf } from './shared/shell/sidebar/panels.ts';

const pathsOf = (panel: number | null) =>
  arrange(consolePages.pages, panelOf(panel)).map(({ group, items }) => ({
    group,
    paths: items.map(({ path }) => path),
  }));

describe('the sidebar panels', () => {
  it('[SPEC 6.9] hold the same items, each in its own arrangement', () => {
    const all = [null, 1, 2, 3].map((panel) => pathsOf(panel).flatMap(({ paths }) => paths));
    for (const paths of all) expect(paths.toSorted()).toEqual(all[0]?.toSorted());
    expect(new Set(all.map((paths) => paths.join(' '))).size).toBe(4);
  });

  it('begin with tickets, with devices, or are compact', () => {
    expect(pathsOf(1)[0]).toEqual({ group: 'menu', paths: ['/subordinates-tickets', '/my-tickets'] });
    const main = pathsOf(2).find(({ group }) => group === 'main');
    expect(main?.paths[0]).toBe('/device-list');
    expect(pathsOf(2)[0]?.group).toBe('device');
    expect([null, 1, 2, 3].map((panel) => panelOf(panel).compact)).toEqual([false, false, false, true]);
  });

  it('fall back to the default one', () => {
    expect(panelOf(9)).toBe(panelOf(null));
    expect(pathsOf(null).map(({ group }) => group)).toEqual(['main', 'device', 'admin', 'menu']);
  });
});
