import {
  type AskingPhase,
  beginningText,
  capabilities,
  type Capability,
  commandCatalogue,
  commandParams,
  type CommandPhase,
  type CommandType,
  declinedText,
  type DeviceRow,
  errorText,
  featureOfCommand,
  type FileProblem,
  type GatewayFrame,
  type Grants,
  hoursEndAt,
  isWithinHours,
  quoted,
} from '@fairwatch/contract';
import type { ActResult, Acts, Collectors, Work } from './handlers.ts';
import type { FetchFile } from '../files/receive-file.ts';
import type { UploadFiles } from '../files/upload-file.ts';

type Command = Extract<GatewayFrame, { type: 'command' }>;

/** How a command ended on the device. Nothing is sent for a cancelled one, nor for one that expired before its person answered. */
export type Answer =
  | {
      rows: readonly DeviceRow[];
      /** The files that failed, of a command for several. */
      problems?: readonly FileProblem[];
    }
  | { failed: string; declined?: true }
  | 'cancelled'
  | 'unanswered';

/** A command of an admin, as the person is shown it. */
export interface AskedCommand {
  commandId: number;
  commandType: CommandType;
  /** The admin who asked. */
  requestedBy: string;
  /** Why, in their words; null when they did not say. */
  reason: string | null;
  /** When the server no longer wants an answer. */
  expiresAt: Date;
  /** Validated by the schema of its type in `commandParams`. */
  params: Command['params'];
  /** Aborts when the command is over before it was carried out: cancelled, expired, no longer shared. */
  signal: AbortSignal;
}

/** A command that its person is asked for. The admin is told how far that is. */
export interface CommandQuestion extends AskedCommand {
  /** To be called when the device shows the question. */
  shown(): void;
  /** To be called when the person has the question on their screen. */
  seen(): void;
}

/**
 * What becomes of a command on the device. Started: it is being carried out. Done: `rows` were handed on to be sent. Refused: it
 * never started, because it is not shared, not possible, or was declined by the person. Failed: it started and threw an error.
 * Cancelled: the admin took it back, or the person stopped sharing.
 */
export interface CommandEvent extends AskedCommand {
  state: 'started' | 'done' | 'refused' | 'failed' | 'cancelled';
  /** How many rows the answer has, when it is done. */
  rows?: number;
  /** How many files of a command for several failed, when it is done. */
  failedFiles?: number;
  /** Why, when it was refused or failed: what the admin is told. */
  problem?: string;
}

/** Callbacks that let the person take part in commands. */
export interface CommandHandlers {
  /**
   * Asks the person before a command is carried out, after all other checks. May take until the signal aborts. Left out, what is
   * shared is carried out without a question.
   */
  approve?(command: CommandQuestion): Promise<'accept' | 'decline'>;
  /** Called for each command, once per state. */
  onCommand?(event: CommandEvent): void;
}

interface RunnerOptions extends CommandHandlers {
  /** A kind that this device does not have is left out. */
  collectors: Partial<Collectors>;
  acts?: Acts;
  /** What the person shares now. The device decides by this, whatever the server has stored. */
  grants: Grants;
  /** While the device does not show that it is supervised, it collects nothing. */
  isNoticeShown(): boolean;
  /** Why the device cannot carry out commands of a type now, in words; null when it can. Asked before the person is. */
  cannot?(type: CommandType): string | null;
  /** Writes a line for the person: who asked for what, and how it ended. */
  log(line: string): void;
  /** Tells the server that a command begins: its person allowed it, or is not asked. */
  accept(commandId: number): void;
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
  commandType: CommandType;
  abort: AbortController;
  /** How far the question to the person is; null while they are not asked. */
  asking: AskingPhase | null;
  isBegun: boolean;
  answer: Promise<Answer>;
}

interface Deadline {
  signal: AbortSignal;
  forget(): void;
}

type Worker = (work: Work) => Promise<ActResult>;

/** The longest delay of a timer: 32 bits of milliseconds. */
const longestTimerMs = 2 ** 31 - 1;

const notAnswered = 'The person did not answer in time.';
const tooLate = 'The command had expired when it reached the device. The clock of the device may be wrong.';

/**
 * Runs each command once. The server repeats a command when a connection broke before its answer arrived; the
 * latest answer is kept for that. One is enough: the server has one open command per device at a time.
 */
export function createCommandRunner(options: RunnerOptions) {
  const { collectors, acts = {}, grants, accept, report, upload, fetchFile, now = () => new Date() } = options;
  let latest: Running | null = null;
  /** The highest id of a cancelled command. Ids only rise, so a command that arrives late with this id or a lower one is over too. */
  let cancelledId = 0;

  /** Finds the handler of a command: the collector of its feature, or an entry of `acts`. */
  function workerFor({ commandType, params }: Command): Worker | undefined {
    const feature = featureOfCommand(commandType);
    if (feature) return collectors[feature.id];
    const act = acts[commandType] as ((given: typeof params, work: Work) => Promise<ActResult>) | undefined;
    return act && ((work) => act(params, work));
  }

  /** Returns why the device refuses a command, for the admin and for its own log; null when it does not. */
  function refusal({ commandType, params, expiresAt }: Command): { problem: string; logged?: string } | null {
    const { capability } = commandCatalogue[commandType];
    const { title } = capabilities[capability];
    if (Date.parse(expiresAt) <= now().getTime()) return { problem: tooLate, logged: 'refused, it came too late' };
    if (!options.isNoticeShown()) {
      return { problem: errorText('notice_not_shown'), logged: 'refused, the notice is not shown' };
    }
    if (grants.paused) return { problem: errorText('device_paused'), logged: 'refused, sharing is paused' };
    if (!grants.capabilities.includes(capability)) {
      return { problem: errorText('consent_missing', { capability: title }), logged: 'refused, not shared' };
    }
    if (!isWithinHours(grants.hours, now())) {
      return { problem: outsideHours(), logged: 'refused, outside of the sharing hours' };
    }
    const impossible = options.cannot?.(commandType) ?? null;
    if (impossible !== null) return { problem: impossible };
    if (commandParams[commandType].safeParse(params).error) {
      return { problem: 'This device does not understand what the command carries.' };
    }
    return null;
  }

  async function run(command: Command, running: Omit<Running, 'answer'>): Promise<Answer> {
    const cancel = running.abort.signal;
    const { commandId, commandType, requestedBy, reason = null, params } = command;
    const { title } = capabilities[commandCatalogue[commandType].capability];
    const hours = endOfHours();
    const signal = AbortSignal.any([cancel, hours.signal]);
    const asked: AskedCommand = {
      commandId,
      commandType,
      requestedBy,
      reason,
      params,
      signal,
      expiresAt: new Date(command.expiresAt),
    };
    const tell = (event: Pick<CommandEvent, 'state' | 'rows' | 'failedFiles' | 'problem'>) =>
      options.onCommand?.({ ...asked, ...event });
    const why = reason === null ? '' : ` (reason: ${quoted(reason)})`;
    const log = (end: string) => options.log(`${requestedBy} asked for ${title}${why}: ${end}`);
    const refuse = (problem: string, logged?: string): { failed: string } => {
      if (logged !== undefined) log(logged);
      tell({ state: 'refused', problem });
      return { failed: problem };
    };
    const stopped = (): Answer => {
      log(cancel.aborted ? 'cancelled' : 'stopped, the sharing hours are over');
      const problem = outsideHours();
      tell(cancel.aborted ? { state: 'cancelled' } : { state: 'failed', problem });
      return cancel.aborted ? 'cancelled' : { failed: problem };
    };
    try {
      const refused = refusal(command);
      if (refused) return refuse(refused.problem, refused.logged);
      const worker = workerFor(command);
      if (!worker) return refuse(`This device has no ${title}.`);
      const approval = await askPerson(asked, running);
      if (signal.aborted) return stopped();
      if (approval === 'decline') return { ...refuse(declinedText, 'refused by the person'), declined: true };
      if (approval === 'unanswered') {
        refuse(notAnswered, 'not answered in time');
        return 'unanswered';
      }
      running.isBegun = true;
      accept(commandId);
      tell({ state: 'started' });
      const result = await Promise.race([worker(workOf(asked)), aborted(signal)]);
      if (result === 'aborted') return stopped();
      const { rows, problems } = 'rows' in result ? result : { rows: result, problems: [] };
      log(`shared ${rows.length}${problems.length === 0 ? '' : `, ${problems.length} failed`}`);
      if (problems.length === 0) tell({ state: 'done', rows: rows.length });
      else tell({ state: 'done', rows: rows.length, failedFiles: problems.length });
      return problems.length === 0 ? { rows } : { rows, problems };
    } catch (error) {
      if (signal.aborted) return stopped();
      const problem = error instanceof Error ? error.message : String(error);
      log(`failed, ${problem}`);
      tell({ state: 'failed', problem });
      return { failed: problem };
    } finally {
      hours.forget();
    }
  }

  /** Asks the person, if `approve` is set, and tells the server how far that is. */
  async function askPerson(
    asked: AskedCommand,
    running: Omit<Running, 'answer'>,
  ): Promise<'accept' | 'decline' | 'unanswered'> {
    if (!options.approve) return 'accept';
    const expiry = abortAt(asked.expiresAt);
    const signal = AbortSignal.any([asked.signal, expiry.signal]);
    const at = (phase: AskingPhase) => () => {
      if (signal.aborted || running.asking === phase || running.asking === 'SEEN') return;
      running.asking = phase;
      report(asked.commandId, 0, phase);
    };
    try {
      const question = { ...asked, signal, shown: at('ASKING'), seen: at('SEEN') };
      const answer = await Promise.race([options.approve(question), aborted(signal)]);
      // In a page that was frozen meanwhile the answer may arrive before the timer fires.
      return answer === 'aborted' || asked.expiresAt <= now() ? 'unanswered' : answer;
    } finally {
      running.asking = null;
      expiry.forget();
    }
  }

  function workOf({ commandId, requestedBy, reason, signal }: AskedCommand): Work {
    return {
      commandId,
      signal,
      requestedBy,
      reason,
      report: (percent, phase) => report(commandId, percent, phase),
      upload: async (file, onBytes) => (await upload(commandId, [file], signal, { onBytes }))[0] ?? '',
      uploadMany: (files, onSent) => upload(commandId, files, signal, { onSent }),
      fetchFile: (wanted) => fetchFile(commandId, wanted, signal),
    };
  }

  function outsideHours(): string {
    return errorText('outside_hours', { time: beginningText(grants.hours, now()) });
  }

  /** Aborts when the sharing hours end: what is under way then stops, and nothing of it is sent. */
  function endOfHours(): Deadline {
    return abortAt(hoursEndAt(grants.hours, now()));
  }

  function abortAt(moment: Date | null): Deadline {
    const abort = new AbortController();
    const delayMs = moment === null ? Infinity : moment.getTime() - now().getTime();
    // A timer with a longer delay would fire at once.
    if (delayMs > longestTimerMs) return { signal: abort.signal, forget: () => undefined };
    const timer = setTimeout(() => abort.abort(), delayMs);
    return { signal: abort.signal, forget: () => clearTimeout(timer) };
  }

  return {
    run(command: Command): { answer: Promise<Answer>; signal: AbortSignal } {
      if (latest?.commandId !== command.commandId) {
        const abort = new AbortController();
        if (command.commandId <= cancelledId) abort.abort();
        const { commandId, commandType } = command;
        const running = { commandId, commandType, abort, asking: null, isBegun: false };
        latest = Object.assign(running, {
          answer: abort.signal.aborted ? Promise.resolve('cancelled' as const) : run(command, running),
        });
      } else if (latest.isBegun) accept(command.commandId);
      else if (latest.asking !== null) report(command.commandId, 0, latest.asking);
      return { answer: latest.answer, signal: latest.abort.signal };
    },

    /** Stops collecting and sending. */
    cancel(commandId: number): void {
      cancelledId = Math.max(cancelledId, commandId);
      if (latest?.commandId === commandId) latest.abort.abort();
    },

    /**
     * Stops the commands whose capability is no longer shared, and all of them while the notice is not shown. The server learns it
     * from the frame of the person's decision, or from the heartbeat.
     */
    stopUnshared(): void {
      if (!latest) return;
      const { capability } = commandCatalogue[latest.commandType];
      if (!options.isNoticeShown() || !shares(grants, capability, now())) latest.abort.abort();
    },
  };
}

function shares({ capabilities: granted, paused, hours }: Grants, capability: Capability, at: Date): boolean {
  return !paused && granted.includes(capability) && isWithinHours(hours, at);
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'), { once: true }));
}
