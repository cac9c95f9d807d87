import type { Capability, Grants } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { createCommandRunner, type CommandEvent, type CommandHandlers } from './command-runner.ts';
import type { Acts, Work } from './handlers.ts';
import type { UploadFiles } from '../files/upload-file.ts';

const row = { key: '1', name: 'Anna', phoneNumber: '', email: '', address: '' };

function command(commandId: number, expiresAt = '2030-01-01T00:00:00.000Z') {
  return {
    type: 'command',
    commandId,
    commandType: 'UPDATE_CONTACTS',
    requestedBy: 'maria',
    expiresAt,
    params: {},
  } as const;
}

function createRunner(granted: Capability[] = ['CONTACTS'], now = () => new Date()) {
  const collect = vi.fn<(work?: Work) => Promise<(typeof row)[]>>(async () => [row]);
  const lines: string[] = [];
  const reports: number[] = [];
  const told: string[] = [];
  const grants: { -readonly [Key in keyof Grants]: Grants[Key] } = {
    capabilities: granted,
    paused: false,
    hours: null,
  };
  const notice = { shown: true };
  const fetchMedia = vi.fn<NonNullable<Acts['FETCH_MEDIA']>>(async () => []);
  const events: CommandEvent[] = [];
  const approve = vi.fn<NonNullable<CommandHandlers['approve']>>(async () => 'accept');
  const upload = vi.fn<UploadFiles>(async () => ['hash of one', 'hash of another']);
  const runner = createCommandRunner({
    collectors: { contacts: collect },
    acts: { FETCH_MEDIA: fetchMedia },
    isNoticeShown: () => notice.shown,
    grants,
    log: (line) => lines.push(line),
    accept: () => told.push('accepted'),
    report: (_, percent, phase) => {
      reports.push(percent);
      if (phase) told.push(phase);
    },
    upload,
    fetchFile: async () => undefined,
    now,
    approve,
    onCommand: (event) => void events.push(event),
  });
  const run = (frame: ReturnType<typeof command>) => runner.run(frame).answer;
  const { cancel, stopUnshared } = runner;
  return {
    runner,
    fetchMedia,
    run,
    collect,
    lines,
    grants,
    reports,
    upload,
    cancel,
    stopUnshared,
    notice,
    events,
    approve,
    told,
  };
}

describe('a command', () => {
  it('runs once, however often it is repeated', async () => {
    const { run, collect } = createRunner();
    const answers = await Promise.all([run(command(1)), run(command(1))]);
    expect(answers[1]).toBe(answers[0]);
    expect(await run(command(1))).toBe(answers[0]);
    expect(collect).toHaveBeenCalledTimes(1);
    await run(command(2));
    expect(collect).toHaveBeenCalledTimes(2);
  });

  it('is refused when its capability is not granted', async () => {
    const { run, collect, lines } = createRunner(['LOCATION']);
    expect(await run(command(1))).toEqual({ failed: 'The person using this device does not share Contacts.' });
    expect(collect).not.toHaveBeenCalled();
    expect(lines).toEqual(['maria asked for Contacts: refused, not shared']);
  });

  it('is refused while sharing is paused', async () => {
    const { run, collect, grants, lines } = createRunner();
    grants.paused = true;
    expect(await run(command(1))).toEqual({ failed: 'The person using this device has paused sharing.' });
    expect(collect).not.toHaveBeenCalled();
    expect(lines).toEqual(['maria asked for Contacts: refused, sharing is paused']);
  });

  it('is refused outside of the sharing hours, and says when they begin again', async () => {
    const { run, collect, grants, lines } = createRunner(['CONTACTS'], () => new Date('2026-01-16T18:00:00Z'));
    grants.hours = { timeZone: 'Europe/Berlin', days: [{ day: 'MON', from: '08:00', to: '17:00' }] };
    const failed =
      'The person using this device shares nothing at this hour. Their sharing hours begin again on Monday 08:00 (Europe/Berlin).';
    expect(await run(command(1))).toEqual({ failed });
    expect(collect).not.toHaveBeenCalled();
    expect(lines).toEqual(['maria asked for Contacts: refused, outside of the sharing hours']);
  });

  it('that is under way when the hours end stops, and nothing of it is sent', async () => {
    let ended = false;
    const clock = () => new Date(ended ? '2026-01-16T16:00:00.000Z' : '2026-01-16T15:59:59.990Z');
    const { run, collect, grants, lines } = createRunner(['CONTACTS'], clock);
    grants.hours = { timeZone: 'Europe/Berlin', days: [{ day: 'FRI', from: '08:00', to: '17:00' }] };
    const stopped = Promise.withResolvers<void>();
    collect.mockImplementationOnce(async (work) => {
      ended = true;
      work?.signal.addEventListener('abort', () => stopped.resolve());
      return await new Promise<never>(() => undefined);
    });
    expect(await run(command(1))).toEqual({ failed: expect.stringContaining('begin again on Friday 08:00') });
    await stopped.promise;
    expect(lines).toEqual(['maria asked for Contacts: stopped, the sharing hours are over']);
  });

  it('fails when the device does not have that kind of data', async () => {
    const grants = { capabilities: ['CONTACTS'], paused: false, hours: null } as const;
    const { run } = createCommandRunner({
      collectors: {},
      isNoticeShown: () => true,
      grants,
      log: () => {},
      accept: () => {},
      report: () => {},
      upload: async () => [],
      fetchFile: async () => undefined,
    });
    expect(await run(command(1)).answer).toEqual({ failed: 'This device has no Contacts.' });
  });

  it('fails with the reason of what was thrown, and shows who asked', async () => {
    const { run, collect, lines } = createRunner();
    collect.mockRejectedValueOnce(new Error('The address book is locked.'));
    expect(await run(command(1))).toEqual({ failed: 'The address book is locked.' });
    await run(command(2));
    expect(lines).toEqual([
      'maria asked for Contacts: failed, The address book is locked.',
      'maria asked for Contacts: shared 1',
    ]);
  });
});

it('a command for several files answers with those that failed, also when it is repeated', async () => {
  const { runner, fetchMedia, lines, events } = createRunner(['GALLERY']);
  const given = { rows: [row], problems: [{ index: 1, reason: 'It is gone.' }] };
  fetchMedia.mockResolvedValueOnce(given);
  const frame = { ...command(1), commandType: 'FETCH_MEDIA', params: { keys: ['a', 'b'] } } as const;
  expect(await runner.run(frame).answer).toEqual(given);
  expect(await runner.run(frame).answer).toEqual(given);
  expect(fetchMedia).toHaveBeenCalledTimes(1);
  expect(lines).toEqual(['maria asked for Photos and videos: shared 1, 1 failed']);
  expect(events.at(-1)).toMatchObject({ state: 'done', rows: 1, failedFiles: 1 });
});

describe('the files of a command', () => {
  it('are sent in its name, and stop with it', async () => {
    const { run, collect, upload, cancel } = createRunner();
    const file = { mimeType: 'image/png', bytes: new Uint8Array() };
    const onSent = vi.fn<(count: number) => void>();
    const hashes: unknown[] = [];
    collect.mockImplementationOnce(async (work) => {
      hashes.push(await work?.upload(file), await work?.uploadMany([file, file], onSent));
      return [row];
    });
    await run(command(4));
    expect(hashes).toEqual(['hash of one', ['hash of one', 'hash of another']]);
    expect(upload.mock.calls).toEqual([
      [4, [file], expect.any(AbortSignal), { onBytes: undefined }],
      [4, [file, file], expect.any(AbortSignal), { onSent }],
    ]);
    const signal = upload.mock.calls[0]?.[2];
    expect(signal?.aborted).toBe(false);
    cancel(4);
    expect(signal?.aborted).toBe(true);
  });
});

/** Collects until it is told to stop, or for ever. */
function endless(work?: Work): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  work?.signal.addEventListener('abort', () => reject(new Error('stopped')));
  return promise;
}

describe('a command that is cancelled', () => {
  it.each([
    ['stops', endless],
    ['is dropped when it does not', () => Promise.withResolvers<never>().promise],
  ])('%s', async (_, collecting) => {
    const { run, collect, cancel, lines } = createRunner();
    collect.mockImplementationOnce(collecting);
    const answer = run(command(1));
    cancel(1);
    expect(await answer).toBe('cancelled');
    expect(lines).toEqual(['maria asked for Contacts: cancelled']);
  });

  it('does not begin when it arrives after its end', async () => {
    const { run, collect, cancel } = createRunner();
    cancel(7);
    expect(await run(command(7))).toBe('cancelled');
    expect(collect).not.toHaveBeenCalled();
    expect(await run(command(8))).toEqual({ rows: [row] });
  });

  it('can be stopped by its person, unless the person stopped another one', async () => {
    const { run, collect, grants, stopUnshared } = createRunner(['CONTACTS', 'LOCATION']);
    const held = Promise.withResolvers<(typeof row)[]>();
    collect.mockReturnValueOnce(held.promise);
    const first = run(command(1));
    grants.capabilities = ['CONTACTS'];
    stopUnshared();
    held.resolve([row]);
    expect(await first).toEqual({ rows: [row] });
    collect.mockImplementationOnce(endless);
    const second = run(command(2));
    grants.capabilities = [];
    stopUnshared();
    expect(await second).toBe('cancelled');
  });

  it('has reported its progress', async () => {
    const { run, collect, reports } = createRunner();
    collect.mockImplementationOnce(async (work) => {
      work?.report(50);
      return [row];
    });
    await run(command(1));
    expect(reports).toEqual([50]);
  });
});

const states = (events: readonly CommandEvent[]) => events.map(({ state }) => state);

describe('what a person is told of a command', () => {
  it('is who asked for what and why, and how it went', async () => {
    const { run, collect, events } = createRunner();
    await run(command(1));
    expect(events).toEqual([
      expect.objectContaining({
        commandId: 1,
        commandType: 'UPDATE_CONTACTS',
        requestedBy: 'maria',
        reason: null,
        expiresAt: new Date('2030-01-01'),
        state: 'started',
      }),
      expect.objectContaining({ commandId: 1, state: 'done', rows: 1 }),
    ]);
    collect.mockRejectedValueOnce(new Error('The address book is locked.'));
    await run(command(2));
    expect(events.slice(2)).toEqual([
      expect.objectContaining({ state: 'started' }),
      expect.objectContaining({ state: 'failed', problem: 'The address book is locked.' }),
    ]);
  });

  it('is that it was refused, or cancelled', async () => {
    const { run, collect, grants, events, cancel } = createRunner();
    collect.mockImplementationOnce(endless);
    const cancelled = run(command(1));
    await vi.waitFor(() => expect(states(events)).toEqual(['started']));
    cancel(1);
    await cancelled;
    grants.paused = true;
    await run(command(2));
    expect(states(events)).toEqual(['started', 'cancelled', 'refused']);
    expect(events.at(-1)?.problem).toBe('The person using this device has paused sharing.');
  });
});

describe('a person who is asked first', () => {
  it('declines: it is not begun, and ends with these words', async () => {
    const { run, collect, approve, events } = createRunner();
    approve.mockResolvedValueOnce('decline');
    expect(await run(command(1))).toEqual({ failed: 'The person declined.', declined: true });
    expect(collect).not.toHaveBeenCalled();
    expect(events).toEqual([expect.objectContaining({ state: 'refused', problem: 'The person declined.' })]);
  });

  it('is told about to the admin: asked, seen, and that it begins only once they allow it', async () => {
    const { run, approve, told } = createRunner();
    const answer = Promise.withResolvers<'accept'>();
    approve.mockImplementationOnce(({ shown, seen }) => {
      shown();
      seen();
      seen();
      return answer.promise;
    });
    const first = run(command(1));
    expect(told).toEqual(['ASKING', 'SEEN']);
    // The server repeats it on a new connection, over which nothing has been told.
    const second = run(command(1));
    expect(told).toEqual(['ASKING', 'SEEN', 'SEEN']);
    answer.resolve('accept');
    expect(await first).toBe(await second);
    await run(command(1));
    expect(told).toEqual(['ASKING', 'SEEN', 'SEEN', 'accepted', 'accepted']);
  });

  it('is not asked about what is refused anyway', async () => {
    const { run, approve } = createRunner([]);
    await run(command(1));
    expect(approve).not.toHaveBeenCalled();
  });

  it('has nothing to answer any more when the command is cancelled, or no longer shared', async () => {
    const { run, collect, approve, cancel, grants, stopUnshared } = createRunner();
    const questions: AbortSignal[] = [];
    approve.mockImplementation(({ signal }) => {
      questions.push(signal);
      return new Promise<never>(() => undefined);
    });
    const first = run(command(1));
    cancel(1);
    expect(await first).toBe('cancelled');
    const second = run(command(2));
    grants.capabilities = [];
    stopUnshared();
    expect(await second).toBe('cancelled');
    expect(questions.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(collect).not.toHaveBeenCalled();
  });

  it('does not answer before it expires', async () => {
    const { run, collect, approve, events } = createRunner(['CONTACTS'], () => new Date('2029-12-31T23:59:59.990Z'));
    let question: AbortSignal | undefined;
    approve.mockImplementation(({ signal }) => {
      question = signal;
      return new Promise<never>(() => undefined);
    });
    expect(await run(command(1))).toBe('unanswered');
    expect(question?.aborted).toBe(true);
    expect(collect).not.toHaveBeenCalled();
    expect(events).toMatchObject([{ state: 'refused', problem: 'The person did not answer in time.' }]);
  });

  it('answers too late on a page that was frozen until the command had expired', async () => {
    const clock = { now: new Date('2029-12-31T23:00:00Z') };
    const { run, collect, approve } = createRunner(['CONTACTS'], () => clock.now);
    approve.mockImplementation(async () => {
      clock.now = new Date('2030-01-01T00:00:00Z');
      return 'accept';
    });
    expect(await run(command(1))).toBe('unanswered');
    expect(collect).not.toHaveBeenCalled();
  });
});

it('a command that has expired is not begun', async () => {
  const { run, collect, approve } = createRunner();
  const past = new Date(Date.now() - 1).toISOString();
  expect(await run(command(1, past))).toEqual({ failed: expect.stringContaining('had expired') });
  expect(collect).not.toHaveBeenCalled();
  expect(approve).not.toHaveBeenCalled();
});

describe('while the notice is not shown', () => {
  const failed = 'The note on this device that it is supervised is not shown now, so nothing is collected from it.';

  it('no command is begun', async () => {
    const { run, collect, notice } = createRunner();
    notice.shown = false;
    expect(await run(command(1))).toEqual({ failed });
    expect(collect).not.toHaveBeenCalled();
    notice.shown = true;
    expect(await run(command(2))).toEqual({ rows: [row] });
  });

  it('what was under way stops, and nothing of it is sent', async () => {
    const { run, collect, notice, stopUnshared } = createRunner();
    collect.mockImplementationOnce(endless);
    const answer = run(command(1));
    notice.shown = false;
    stopUnshared();
    expect(await answer).toBe('cancelled');
  });
});
