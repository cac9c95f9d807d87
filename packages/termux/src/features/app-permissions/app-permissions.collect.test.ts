import { appPermissions, type Capability } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { testTermux } from '../../core/parse/termux-for-test.ts';
import { TermuxProblem } from '../../core/termux/termux.ts';
import { collectAppPermissions } from './app-permissions.collect.ts';

const sharing =
  (...shared: Capability[]) =>
  (capability: Capability) =>
    shared.includes(capability);

const missing = (...names: string[]) =>
  JSON.stringify({
    error: `Please grant the following permission${names.length > 1 ? 's' : ''} to use this command: ${names.map((name) => `android.permission.${name}`).join(' ,')}`,
  });

async function statusesOf(answers: Parameters<typeof testTermux>[0], ...shared: Capability[]) {
  const termux = testTermux(answers);
  const rows = await collectAppPermissions(termux, sharing(...shared))();
  expect(rows.every((row) => appPermissions.record.safeParse(row).success)).toBe(true);
  const statuses = Object.fromEntries(rows.map(({ key, status }) => [key.replace('android.permission.', ''), status]));
  return { statuses, calls: termux.calls };
}

const notAsked = {
  READ_SMS: 'NOT_ASKED',
  READ_CONTACTS: 'NOT_ASKED',
  READ_CALL_LOG: 'NOT_ASKED',
  ACCESS_FINE_LOCATION: 'NOT_ASKED',
  RECORD_AUDIO: 'NOT_ASKED',
  READ_PHONE_STATE: 'NOT_ASKED',
};

describe('the permissions of Termux:API', () => {
  it('are not asked for when nothing that needs them is shared', async () => {
    const { statuses, calls } = await statusesOf({}, 'APP_PERMISSIONS', 'CAMERA', 'FILES');
    expect(statuses).toEqual(notAsked);
    expect(calls).toEqual([]);
  });

  it('are asked for by the commands of what is shared, and no others', async () => {
    const { statuses, calls } = await statusesOf(
      { 'termux-call-log': '[]', 'termux-contact-list': missing('READ_CONTACTS') },
      'CALL_LOG',
      'CONTACTS',
    );
    expect(statuses).toEqual({ ...notAsked, READ_CALL_LOG: 'GRANTED', READ_CONTACTS: 'DENIED' });
    expect(calls).toEqual([['termux-contact-list'], ['termux-call-log', '-l', '1', '-o', '0']]);
  });

  it('are told apart where a command needs two', async () => {
    const { statuses, calls } = await statusesOf({ 'termux-sms-list': missing('READ_CONTACTS') }, 'SMS', 'CONTACTS');
    expect(statuses).toEqual({ ...notAsked, READ_SMS: 'GRANTED', READ_CONTACTS: 'DENIED' });
    // The address book need not be read to learn it again.
    expect(calls.map(([program]) => program)).toEqual(['termux-sms-list']);
  });

  it('are asked for without recording, and without switching on the satellite receiver', async () => {
    const { statuses, calls } = await statusesOf(
      {
        'termux-microphone-record': '{"isRecording":false,"outputFile":""}',
        'termux-location': '{"API_ERROR":"Failed to get location"}',
      },
      'MICROPHONE',
      'LOCATION',
    );
    expect(statuses).toEqual({ ...notAsked, RECORD_AUDIO: 'GRANTED', ACCESS_FINE_LOCATION: 'GRANTED' });
    expect(calls).toEqual([
      ['termux-location', '-p', 'network', '-r', 'last'],
      ['termux-microphone-record', '-i'],
    ]);
  });

  it('are told apart by what Termux:API printed, where the problem is in other words', async () => {
    const printed = 'Please grant the following permission to use this command: android.permission.READ_CONTACTS';
    const problem = new TermuxProblem('PERMISSION', 'Android does not let Termux:API read contacts.', {
      cause: printed,
    });
    const { statuses } = await statusesOf({ 'termux-sms-list': problem }, 'SMS');
    expect(statuses).toEqual({ ...notAsked, READ_SMS: 'GRANTED', READ_CONTACTS: 'DENIED' });
  });

  it('are left out when a command fails, which says nothing about them', async () => {
    const failed = new TermuxProblem('FAILED', 'termux-call-log could not be started.');
    const { statuses } = await statusesOf(
      { 'termux-call-log': failed, 'termux-contact-list': '[]' },
      'CALL_LOG',
      'CONTACTS',
    );
    const { READ_CALL_LOG: _, ...others } = notAsked;
    expect(statuses).toEqual({ ...others, READ_CONTACTS: 'GRANTED' });
  });

  it('are left out when a command hangs', async () => {
    const hang = new TermuxProblem('TIMEOUT', 'It did not answer.');
    const { statuses } = await statusesOf({ 'termux-call-log': hang, 'termux-sms-list': '[]' }, 'CALL_LOG', 'SMS');
    const { READ_CALL_LOG: _, ...others } = notAsked;
    expect(statuses).toEqual({ ...others, READ_SMS: 'GRANTED', READ_CONTACTS: 'GRANTED' });
  });

  it('fail with the reason when no command tells', async () => {
    await expect(collectAppPermissions(testTermux({}), sharing('SMS', 'CONTACTS'))()).rejects.toMatchObject({
      kind: 'MISSING',
    });
  });
});
