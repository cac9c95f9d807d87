import { parseArgs } from 'node:util';
import { presetNames } from '@fairwatch/contract';
import { Fleet } from './simulator/fleet.ts';
import { replayPast } from './simulator/past/past-fleet.ts';
import { passcodesFromList, passcodesFromParent } from './simulator/joining/passcodes.ts';
import { StateFile } from './simulator/plan/state-file.ts';
import { trustCa } from './simulator/trust-ca.ts';

const usage =
  'usage: --url http://host:port --devices 24 --state FILE [--passcodes A,B,C] [--seed TEXT] [--ca FILE] [--history] [--preset NAME]';

const print = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (error: unknown) =>
  void process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);

/** Starts a fleet of simulated phones and keeps it until told to stop, or until the parent process is gone. */
async function main(): Promise<void> {
  const { url, devices, history, ...given } = readArguments();
  const state = new StateFile(given.state, given.seed, given.preset);
  const passcodes = process.send ? passcodesFromParent(process) : passcodesFromList(given.passcodes);
  const fleet = new Fleet({ serverUrl: url, size: devices, state, passcodes, log: print });
  const stop = (code: number) => fleet.stop().finally(() => process.exit(code));
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(signal, () => void stop(0));
  if (history && process.send) await replayPast(process, { state, passcodes, log: print });
  await fleet.start().catch((error: unknown) => {
    complain(error);
    return stop(1);
  });
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      devices: { type: 'string' },
      state: { type: 'string' },
      passcodes: { type: 'string', default: '' },
      seed: { type: 'string', default: 'fairwatch' },
      ca: { type: 'string' },
      // The parent process creates two weeks of history with the phones first.
      history: { type: 'boolean', default: false },
      // Which phones a new fleet has: those of a family, a school or a fleet, or some of all.
      preset: { type: 'string', default: 'everything' },
    },
  });
  const devices = Number(values.devices);
  if (!values.url || !URL.canParse(values.url) || !values.state || !Number.isInteger(devices) || devices < 0) {
    throw new Error(usage);
  }
  const preset = presetNames.find((name) => name === values.preset);
  if (!preset) throw new Error(usage);
  if (values.ca !== undefined) trustCa(values.ca);
  const passcodes = values.passcodes.split(',').filter((code) => code !== '');
  return {
    url: values.url,
    state: values.state,
    devices,
    passcodes,
    seed: values.seed,
    history: values.history,
    preset,
  };
}

try {
  await main();
} catch (error) {
  complain(error);
  process.exit(1);
}
