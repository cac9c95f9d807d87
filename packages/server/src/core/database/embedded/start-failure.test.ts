import { expect, it } from 'vitest';
import { readStartFailure } from './start-failure.ts';

const blocked = 'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use';
const orphan = 'FATAL:  terminating connection due to unexpected postmaster exit';
const broken = 'FATAL:  data directory "/data" has invalid permissions';

it.each([
  ['', { reason: null, orphansRemain: false }],
  [`LOG:  starting\n${broken}\nLOG:  shut down\n`, { reason: broken, orphansRemain: false }],
  [`${blocked}\nHINT:  Terminate any old server processes.\n`, { reason: blocked, orphansRemain: true }],
  [`${blocked}\n${orphan}\n`, { reason: orphan, orphansRemain: true }],
  [`${orphan}\n`, { reason: orphan, orphansRemain: true }],
])('reads why PostgreSQL did not start from %j', (log, failure) => {
  expect(readStartFailure(log)).toEqual(failure);
});
