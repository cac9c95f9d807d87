import {
  beginningText,
  capabilities,
  commandCatalogue,
  commandParams,
  errorText,
  featureOfCommand,
  hoursEndAt,
  isWithinHours,
  type Capability,
  type CommandPhase,
  type DeviceRow,
  type GatewayFrame,
  type Grants,
} from '@fairwatch/contract';
import type { Acts, Collectors, Work } from './handlers.ts';
import type { FetchFile } from './receive-file.ts';
import type { UploadFiles } from './upload-file.ts';

type Command = Extract<GatewayFrame, { type: 'command' }>;

/** How a command ended on the device. Of a cancelled one nothing is sent any more. */
export type Answer = { rows: readonly DeviceRow[] } | { failed: string } | 'cancelled';

interface RunnerOptions {
  /** A kind that this device does not have is left out. */
  collectors: Partial<Collectors>;
  acts?: Acts;
  /** What the person shares now: the device's own word, whatever the server believes. */
  grants: Grants;
  /** Tells the person who asked for what, and how it ended. */
  log(line: string): void;
  /** Tells the server how far a command is. */
  report(commandId: number, percent: number, phase?: CommandPhase): void;
  /** Sends files that belong to a command, and gives back their SHA-256. */
  upload: UploadFiles;
  /** Fetches a file that a command names. */
  fetchFile: FetchFile;
  /** What time it is on the device. */
  now?: () => Date;
}

interface Running {
  commandId: number;
  commandType: Command['commandType'];
  abort: AbortController;
  answer: Promise<Answer>;
}

/**
 * Runs each command once. The server repeats a command when a connection broke before its answer arrived; the
 * latest answer is kept for that. One is enough: the server has one open command per device at a time.
 */
export function createCommandRunner(options: RunnerOptions) {
  const { collectors, acts = {}, grants, log, report, upload, fetchFile, now = () => new Date() } = options;
  let latest: Running | null = null;
  /** The highest number of a cancelled command: numbers only rise, so a late one at or below it is over too. */
  let cancelledId = 0;

  /** What carries out a command: the collector of its feature, or an act of its own. */
  function workerFor({ commandType, params }: Command): ((work: Work) => Promise<readonly DeviceRow[]>) | undefined {
    const feature = featureOfCommand(commandType);
    if (feature) return collectors[feature.id];
    const act = acts[commandType] as ((given: typeof params, work: Work) => Promise<readonly DeviceRow[]>) | undefined;
    return act && ((work) => act(params, work));
  }

  async function run(command: Command, cancel: AbortSignal): Promise<Answer> {
    const { commandId, commandType, requestedBy, reason = null } = command;
    const { capability } = commandCatalogue[commandType];
    const { title } = capabilities[capability];
    const why = reason === null ? '' : ` (reason: "${reason}")`;
    const tell = (end: string) => log(`${requestedBy} asked for ${title}${why}: ${end}`);
    if (grants.paused) {
      tell('refused, sharing is paused');
      return { failed: errorText('device_paused') };
    }
    if (!grants.capabilities.includes(capability)) {
      tell('refused, not shared');
      return { failed: errorText('consent_missing', { capability: title }) };
    }
    if (!isWithinHours(grants.hours, now())) {
      tell('refused, outside of the sharing hours');
      return { failed: outsideHours() };
    }
    const { error } = commandParams[commandType].safeParse(command.params);
    if (error) return { failed: 'This device does not understand what the command carries.' };
    const worker = workerFor(command);
    if (!worker) return { failed: `This device has no ${title}.` };
    const hours = endOfHours();
    const signal = AbortSignal.any([cancel, hours.signal]);
    const ended = (): Answer => (cancel.aborted ? 'cancelled' : { failed: outsideHours() });
    try {
      const work: Work = {
        signal,
        requestedBy,
        reason,
        report: (percent, phase) => report(commandId, percent, phase),
        upload: async (file, onBytes) => (await upload(commandId, [file], signal, { onBytes }))[0] ?? '',
        uploadMany: (files, onSent) => upload(commandId, files, signal, { onSent }),
        fetchFile: (wanted) => fetchFile(commandId, wanted, signal),
      };
      const rows = await Promise.race([worker(work), cancelled(signal)]);
      tell(rows === 'cancelled' ? endWords(cancel) : `shared ${rows.length}`);
      return rows === 'cancelled' ? ended() : { rows };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      tell(signal.aborted ? endWords(cancel) : `failed, ${problem}`);
      return signal.aborted ? ended() : { failed: problem };
    } finally {
      hours.forget();
    }
  }

  function outsideHours(): string {
    return errorText('outside_hours', { time: beginningText(grants.hours, now()) });
  }

  /** Aborts when the sharing hours end: what is under way then stops, and nothing of it is sent. */
  function endOfHours(): { signal: AbortSignal; forget: () => void } {
    const abort = new AbortController();
    const ends = hoursEndAt(grants.hours, now());
    if (ends === null) return { signal: abort.signal, forget: () => undefined };
    const timer = setTimeout(() => abort.abort(), ends.getTime() - now().getTime());
    return { signal: abort.signal, forget: () => clearTimeout(timer) };
  }

  return {
    run(command: Command): { answer: Promise<Answer>; signal: AbortSignal } {
      if (latest?.commandId !== command.commandId) {
        const abort = new AbortController();
        if (command.commandId <= cancelledId) abort.abort();
        const { signal } = abort;
        const answer: Promise<Answer> = signal.aborted ? Promise.resolve('cancelled') : run(command, signal);
        latest = { commandId: command.commandId, commandType: command.commandType, abort, answer };
      }
      return { answer: latest.answer, signal: latest.abort.signal };
    },

    /** Stops collecting and sending. */
    cancel(commandId: number): void {
      cancelledId = Math.max(cancelledId, commandId);
      if (latest?.commandId === commandId) latest.abort.abort();
    },

    /** Stops what the person no longer shares. The server learns it from the person's own frame. */
    stopUnshared(): void {
      if (latest && !shares(grants, commandCatalogue[latest.commandType].capability, now())) latest.abort.abort();
    },
  };
}

function shares({ capabilities: granted, paused, hours }: Grants, capability: Capability, at: Date): boolean {
  return !paused && granted.includes(capability) && isWithinHours(hours, at);
}

function endWords(cancel: AbortSignal): string {
  return cancel.aborted ? 'cancelled' : 'stopped, the sharing hours are over';
}

function cancelled(signal: AbortSignal): Promise<'cancelled'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('cancelled'), { once: true }));
}
