import { randomUUID } from 'node:crypto';
import { cancelRun, previewRun, repeatRun, type AuditDetails, type RunAction } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { logWords, type LogLine } from '../../../shared/audit/words/log-words.ts';
import { auditOf } from '../../../testing/person.ts';
import { setPolicies } from '../../../testing/set-policies.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import { selected, updateContacts, useRuns } from '../../../testing/test-runs.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const runs = useRuns(server);
const update: RunAction = { action: 'UPDATE', commands: ['UPDATE_CONTACTS', 'UPDATE_APPS'] };

describe('a run that is repeated', () => {
  it('needs a reason of its own where one is required, and the log has that one', async () => {
    const device = await joinDevice(server, { capabilities: ['CONTACTS'] });
    const first = { selection: selected(device), action: updateContacts, reason: 'The audit of last year' };
    await setPolicies(server, { CONTACTS: { reason: 'REQUIRED', approval: false } });
    try {
      const { id } = await runs.start(first);
      await runs.reach(id, 'OPEN');
      await server.api(cancelRun, { runId: id });
      await runs.finished(id);
      const again = async (reason?: string) =>
        (await server.api(repeatRun, { runId: id, clientId: randomUUID(), ...(reason !== undefined && { reason }) }))
          .envelope.data.id;
      const silent = await runs.finished(await again());
      expect(silent).toMatchObject({ reason: '', counts: { SKIPPED: 1 } });
      expect((await runs.items(silent.id))[0]?.reason).toContain('reason');
      const stated = await again('Two phones were off');
      await runs.reach(stated, 'OPEN');
      const commands = (await auditOf(server, device)).filter(({ action }) => action === 'COMMAND');
      expect(commands.map(({ details }) => (details as AuditDetails).reason)).toEqual([
        'The audit of last year',
        'Two phones were off',
      ]);
    } finally {
      await setPolicies(server, { CONTACTS: { reason: 'NONE', approval: false } });
    }
  });
});

describe('the preview of a run', () => {
  it('is in the log of each device with what was asked, once for each question', async () => {
    const device = await joinDevice(server);
    const preview = (action: RunAction) => server.api(previewRun, { selection: selected(device), action });
    await preview(updateContacts);
    await preview(updateContacts);
    await preview(update);
    const read = (await auditOf(server, device)).filter(({ subject }) => subject === previewRun.path);
    expect(read.map((entry) => logWords(entry as LogLine))).toEqual([
      'asked whether this could be done on this device now: Update contacts',
      'asked whether this could be done on this device now: Update contacts and installed apps',
    ]);
  });
});
