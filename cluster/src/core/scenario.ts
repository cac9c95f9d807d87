import type { Parts } from '../parts/parts.ts';

/** What the command line asks for. */
export interface Options {
  /** Takes minutes instead of hours: fewer devices, fewer kills, no measurements that need a calm machine. */
  quick: boolean;
  devices: number;
  kills: number;
  servers: number;
}

export interface Stage {
  parts: Parts;
  options: Options;
  say(line: string): void;
}

/** One line of the table. */
export interface Check {
  what: string;
  measured: string;
  limit: string;
  ok: boolean;
  /** How long something took. With `--quick` it is told without a limit: a busy machine is no fault of the servers. */
  isTime?: true;
}

/** One fault or one measurement. It starts its own cluster and ends it. */
export interface Scenario {
  name: string;
  about: string;
  /** Part of `--quick`. */
  isQuick: boolean;
  /** Runs while no other scenario does: it breaks a part that they share, or measures. */
  isAlone: boolean;
  run(stage: Stage): Promise<Check[]>;
}

export function atMostSeconds(what: string, ms: number, limitSeconds: number): Check {
  const seconds = ms / 1000;
  return {
    what,
    measured: `${seconds.toFixed(1)} s`,
    limit: `<= ${limitSeconds} s`,
    ok: seconds <= limitSeconds,
    isTime: true,
  };
}

export function atMost(what: string, value: number, limit: number, unit = ''): Check {
  const measured = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return { what, measured: `${measured}${unit}`, limit: `<= ${limit}${unit}`, ok: value <= limit };
}

export function atLeast(what: string, value: number, limit: number, unit = ''): Check {
  return { what, measured: `${value.toFixed(2)}${unit}`, limit: `>= ${limit}${unit}`, ok: value >= limit };
}

export function holds(what: string, ok: boolean, measured = ok ? 'yes' : 'no'): Check {
  return { what, measured, limit: 'yes', ok };
}

/** A figure without a limit, for the documentation. */
export function figure(what: string, measured: string): Check {
  return { what, measured, limit: '', ok: true };
}

/** Everything that the ledger looks at. */
export function noFaults(
  faults: readonly string[],
  what = 'ledger: nothing lost, doubled, widened or shown wrongly',
): Check {
  return {
    what,
    measured: faults.length === 0 ? '0 faults' : faults.join('; '),
    limit: '0 faults',
    ok: faults.length === 0,
  };
}
