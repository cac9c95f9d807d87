import { describe, expect, it } from 'vitest';
import { drawGraph, graphOf, layerFaults, levelsOf, nameFaults } from './layers.ts';

const rules = { layers: ['core', 'shared', 'areas'], apart: ['areas'] };

describe('the layers of a package', () => {
  it('let a file import its own folder, a lower layer and another folder of its layer', () => {
    expect(
      layerFaults(
        [
          { from: 'areas/device-data/contacts.routes.ts', to: 'areas/device-data/contacts.store.ts' },
          { from: 'areas/device-data/contacts.store.ts', to: 'shared/scope.ts' },
          { from: 'shared/watches/watches.ts', to: 'shared/audit/read-log.ts' },
          { from: 'areas/files/preview/pdf.ts', to: 'areas/files/files.ts' },
          { from: 'registry.ts', to: 'areas/device-data/contacts.routes.ts' },
        ],
        rules,
      ),
    ).toEqual([]);
  });

  it.each([
    ['core/http/route.ts', 'shared/devices/device.ts'],
    ['shared/tickets/tickets.ts', 'areas/support/tickets.routes.ts'],
    ['areas/installation/health.routes.ts', 'registry.ts'],
    ['core/http/server.ts', 'app/app.ts'],
  ])('refuse that %s imports %s', (from, to) => {
    expect(layerFaults([{ from, to }], rules)).toEqual([`${from} imports ${to}, which is in a higher layer`]);
  });

  it.each([
    ['areas/device-data/contacts/contacts.view.tsx', 'areas/devices/list/devices.view.tsx'],
    ['areas/files/preview/pdf.ts', 'areas/device-data/contacts.ts'],
  ])('refuse that %s imports %s where areas stay apart', (from, to) => {
    expect(layerFaults([{ from, to }], rules)).toEqual([
      `${from} imports ${to}: the folders of areas never import one another`,
    ]);
  });

  it('can be single files, which lie between the folders', () => {
    const withRegistry = { layers: ['core', 'registry.ts', 'simulator'], apart: [] };
    expect(layerFaults([{ from: 'simulator/phone.ts', to: 'registry.ts' }], withRegistry)).toEqual([]);
    expect(layerFaults([{ from: 'core/device.ts', to: 'registry.ts' }], withRegistry)).toHaveLength(1);
    expect(layerFaults([{ from: 'registry.ts', to: 'simulator/phone.ts' }], withRegistry)).toHaveLength(1);
  });

  it('refuse two folders that import each other, and name the imports', () => {
    const [fault] = layerFaults(
      [
        { from: 'shared/audit/log.ts', to: 'shared/devices/device.ts' },
        { from: 'shared/devices/access.ts', to: 'shared/audit/read-log.ts' },
      ],
      rules,
    );
    expect(fault).toBe(
      'The folders shared/audit, shared/devices import each other:\n' +
        '  shared/audit/log.ts imports shared/devices/device.ts\n' +
        '  shared/devices/access.ts imports shared/audit/read-log.ts',
    );
  });

  it('refuse a circle of three folders', () => {
    const circle = [
      { from: 'shared/a/a.ts', to: 'shared/b/b.ts' },
      { from: 'shared/b/b.ts', to: 'shared/c/c.ts' },
      { from: 'shared/c/c.ts', to: 'shared/a/a.ts' },
    ];
    expect(layerFaults(circle, rules)).toHaveLength(1);
    expect(layerFaults(circle.slice(1), rules)).toEqual([]);
  });
});

/** A tower of so many modules, each on the one before. */
const tower = (height: number) =>
  Array.from({ length: height - 1 }, (_, level) => ({
    from: `modules/m${level + 1}/a.ts`,
    to: `modules/m${level}/a.ts`,
  }));

describe('the areas of a package', () => {
  const modules = { layers: ['core', 'shared', 'modules'], apart: [], areas: 'modules' };

  it('are at most seven levels high', () => {
    expect(layerFaults(tower(7), modules)).toEqual([]);
    expect(layerFaults(tower(8), modules)).toEqual(['modules has 8 levels, and at most 7 are allowed']);
  });

  it('are the ten of the product', () => {
    expect(nameFaults(['modules/devices/list/list.ts', 'modules/fleet/fleet.ts'], modules)).toEqual([
      'modules/fleet is none of the areas',
    ]);
  });

  it.each([
    ['core/http/x.ts', 'modules/gateway/http/y.ts', 'http is a folder of core and of modules'],
    ['shared/audit/x.ts', 'core/audit/y.ts', 'audit is a folder of core and of shared'],
    ['shared/devices/x.ts', 'modules/devices/y.ts', 'devices is a folder of modules and of shared'],
  ])('and no name stands in two layers: %s and %s', (one, other, fault) => {
    expect(nameFaults([one, other], modules)).toEqual([fault]);
  });

  it('may have a room of the same name as a room deep in another layer', () => {
    expect(nameFaults(['core/http/items/x.ts', 'modules/devices/items/y.ts'], modules)).toEqual([]);
  });

  it('are drawn from the top, without the arrows that longer ways show', () => {
    const graph = graphOf('modules', [
      ...tower(3),
      { from: 'modules/m2/b.ts', to: 'modules/m0/a.ts' },
      { from: 'modules/m0/a.ts', to: 'shared/scope.ts' },
    ]);
    expect([...levelsOf(graph).values()].toSorted()).toEqual([1, 2, 3]);
    expect(drawGraph(graph)).toBe('```mermaid\nflowchart TD\n  m2 --> m1\n  m1 --> m0\n```');
  });
});
