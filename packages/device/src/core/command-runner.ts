import { capabilities, errorText, type Capability, type DeviceRow, type GatewayFrame } from '@fairwatch/contract';
import { featureOfCommand, type Collectors } from './handlers.ts';

type Command = Extract<GatewayFrame, { type: 'command' }>;

/** How a command ended on the device. */
export type Answer = { rows: readonly DeviceRow[] } | { failed: string };

interface RunnerOptions {
  /** A kind that this device does not have is left out. */
  collectors: Partial<Collectors>;
  /** What the person shares now: the device's own word, whatever the server believes. */
  granted(): readonly Capability[];
  /** Tells the person who asked for what, and how it ended. */
  log(line: string): void;
}

/**
 * Runs each command once. The server repeats a command when a connection broke before its answer arrived; the
 * latest answer is kept for that. One is enough: the server has one open command per device at a time.
 */
export function createCommandRunner({ collectors, granted, log }: RunnerOptions) {
  let latest: { commandId: number; answer: Promise<Answer> } | null = null;

  async function run({ commandType, requestedBy }: Command): Promise<Answer> {
    const feature = featureOfCommand(commandType);
    if (!feature) return { failed: 'This device does not know the command.' };
    const { title } = capabilities[feature.capability];
    if (!granted().includes(feature.capability)) {
      log(`${requestedBy} asked for ${title}: refused, not shared`);
      return { failed: errorText('consent_missing', { capability: title }) };
    }
    const collect = collectors[feature.id];
    if (!collect) return { failed: `This device has no ${title}.` };
    try {
      const rows = await collect();
      log(`${requestedBy} asked for ${title}: shared ${rows.length}`);
      return { rows };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`${requestedBy} asked for ${title}: failed, ${reason}`);
      return { failed: reason };
    }
  }

  return (command: Command): Promise<Answer> => {
    if (latest?.commandId !== command.commandId) latest = { commandId: command.commandId, answer: run(command) };
    return latest.answer;
  };
}
