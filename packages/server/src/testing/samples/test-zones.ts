import { createZone, type InputOf, type WatchTarget, type Zone, type ZoneShape } from '@fairwatch/contract';
import { expect } from 'vitest';
import type { TestServer } from '../servers/test-server.ts';

export const schoolArea: ZoneShape = { shape: 'CIRCLE', latitude: 52.0907, longitude: 5.1214, radius: 200 };

type Wanted = Partial<Omit<InputOf<typeof createZone>, 'target'>>;

/** The input of a circle named School. */
export function zoneInput(target: WatchTarget, wanted: Wanted = {}) {
  return { name: 'School', colour: 'green' as const, area: schoolArea, target, ...wanted };
}

/** Creates such a zone, by default as the SUPER_ADMIN. */
export async function setZone(
  server: Pick<TestServer, 'api'>,
  target: WatchTarget,
  { token, ...wanted }: Wanted & { token?: string } = {},
): Promise<Zone> {
  const { status, error, envelope } = await server.api(createZone, zoneInput(target, wanted), token);
  expect([status, error]).toEqual([200, '']);
  return envelope.data;
}
