import { describe, expect, it } from 'vitest';
import { layerFaults } from './layers.ts';

const rules = { layers: ['core', 'domain', 'features'], apart: ['features'] };

describe('the layers of a package', () => {
  it('let a file import its own folder, a lower layer and another folder of its layer', () => {
    expect(
      layerFaults(
        [
          { from: 'features/contacts/contacts.routes.ts', to: 'features/contacts/contacts.store.ts' },
          { from: 'features/contacts/contacts.store.ts', to: 'domain/scope.ts' },
          { from: 'domain/commands/commands.ts', to: 'domain/audit/read-log.ts' },
          { from: 'features/files/preview/pdf.ts', to: 'features/files/files.ts' },
          { from: 'registry.ts', to: 'features/contacts/contacts.routes.ts' },
        ],
        rules,
      ),
    ).toEqual([]);
  });

  it.each([
    ['core/http/route.ts', 'domain/devices/device.ts'],
    ['domain/tickets/tickets.ts', 'features/tickets/tickets.routes.ts'],
    ['features/health/health.routes.ts', 'registry.ts'],
    ['core/http/server.ts', 'app/app.ts'],
  ])('refuse that %s imports %s', (from, to) => {
    expect(layerFaults([{ from, to }], rules)).toEqual([`${from} imports ${to}, which is in a higher layer`]);
  });

  it.each([
    ['features/contacts/contacts.view.tsx', 'features/devices/devices.view.tsx'],
    ['features/files/preview/pdf.ts', 'features/contacts/contacts.ts'],
  ])('refuse that %s imports %s, another feature', (from, to) => {
    expect(layerFaults([{ from, to }], rules)).toEqual([
      `${from} imports ${to}: the folders of features never import one another`,
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
        { from: 'domain/audit/log.ts', to: 'domain/devices/device.ts' },
        { from: 'domain/devices/access.ts', to: 'domain/audit/read-log.ts' },
      ],
      rules,
    );
    expect(fault).toBe(
      'The folders domain/audit, domain/devices import each other:\n' +
        '  domain/audit/log.ts imports domain/devices/device.ts\n' +
        '  domain/devices/access.ts imports domain/audit/read-log.ts',
    );
  });

  it('refuse a circle of three folders', () => {
    const circle = [
      { from: 'domain/a/a.ts', to: 'domain/b/b.ts' },
      { from: 'domain/b/b.ts', to: 'domain/c/c.ts' },
      { from: 'domain/c/c.ts', to: 'domain/a/a.ts' },
    ];
    expect(layerFaults(circle, rules)).toHaveLength(1);
    expect(layerFaults(circle.slice(1), rules)).toEqual([]);
  });
});
