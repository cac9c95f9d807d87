import {
  capabilities,
  errorText,
  featureOfCommand,
  type DeviceRow,
  type GatewayFrame,
  type Grants,
} from '@fairwatch/contract';
import type { Collectors } from './handlers.ts';

type Command = Extract<GatewayFrame, { type: 'command' }>;

/** How a command ended on the device. Of a cancelled one nothing is sent any more. */
export type Answer = { rows: readonly DeviceRow[] } | { failed: string } | 'cancelled';

interface RunnerOptions {
  /** A kind that this device does not have is left out. */
  collectors: Partial<Collectors>;
  /** What the person shares now: the device's own word, whatever the server believes. */
  grants: Grants;
  /** Tells the person who asked for what, and how it ended. */
  log(line: string): void;
  /** Tells the server how far a command is. */
  report(commandId: number, percent: number): void;
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
export function createCommandRunner({ collectors, grants, log, report }: RunnerOptions) {
  let latest: Running | null = null;
  /** The highest number of a cancelled command: numbers only rise, so a late one at or below it is over too. */
  let cancelledId = 0;

  async function run({ commandId, commandType, requestedBy }: Command, signal: AbortSignal): Promise<Answer> {
    const feature = featureOfCommand(commandType);
    if (!feature) return { failed: 'This device does not know the command.' };
    const { title } = capabilities[feature.capability];
    const tell = (end: string) => log(`${requestedBy} asked for ${title}: ${end}`);
    if (grants.paused) {
      tell('refused, sharing is paused');
      return { failed: errorText('device_paused') };
    }
    if (!grants.capabilities.includes(feature.capability)) {
      tell('refused, not shared');
      return { failed: errorText('consent_missing', { capability: title }) };
    }
    const collect = collectors[feature.id];
    if (!collect) return { failed: `This device has no ${title}.` };
    try {
      const work = { signal, report: (percent: number) => report(commandId, percent) };
      const rows = await Promise.race([collect(work), cancelled(signal)]);
      if (rows === 'cancelled') tell('cancelled');
      else tell(`shared ${rows.length}`);
      return rows === 'cancelled' ? rows : { rows };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      tell(signal.aborted ? 'cancelled' : `failed, ${reason}`);
      return signal.aborted ? 'cancelled' : { failed: reason };
    }
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
      const feature = latest && featureOfCommand(latest.commandType);
      const shared = feature && !grants.paused && grants.capabilities.includes(feature.capability);
      if (!shared) latest?.abort.abort();
    },
  };
}

function cancelled(signal: AbortSignal): Promise<'cancelled'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('cancelled'), { once: true }));
}
