import { readFile } from 'node:fs/promises';
import { cpus, release, uptime } from 'node:os';
import { version } from '@fairwatch/contract';
import { infoRows, type Collect, type GroupedFacts } from '@fairwatch/device/core';
import { unreadable } from '../../core/parse/fields.ts';
import { parseProperties } from '../../core/parse/properties.ts';
import type { Termux } from '../../core/termux/termux.ts';
import {
  batteryFacts,
  identityFacts,
  screenFacts,
  systemFacts,
  telephonyFacts,
  wifiFacts,
} from './device-info.parse.ts';
import { memoryFacts, storageFacts } from './storage.parse.ts';

interface Phone {
  readMemory(): Promise<string>;
  /** A folder on the internal storage. */
  home: string;
}

const thisPhone: Phone = {
  readMemory: async () => await readFile('/proc/meminfo', 'utf8'),
  home: process.env.HOME ?? '/data',
};

/**
 * Reads what the phone tells about itself. A part that cannot be read is left out; when none can be read, the command fails with the
 * reason of the first.
 */
export function collectDeviceInfo(termux: Termux, phone: Partial<Phone> = {}): Collect<'device-info'> {
  const { readMemory, home } = { ...thisPhone, ...phone };
  return async (work) => {
    const options = { signal: work?.signal };
    const parts: readonly Promise<GroupedFacts>[] = [
      termux.run('getprop', [], options).then(propertyFacts),
      termux.readJson('termux-battery-status', [], options).then((json) => [['BATTERY', batteryFacts(json)]]),
      termux.readJson('termux-wifi-connectioninfo', [], options).then((json) => [['NETWORK', wifiFacts(json)]]),
      termux.readJson('termux-telephony-deviceinfo', [], options).then((json) => [['NETWORK', telephonyFacts(json)]]),
      termux.run('df', ['-k', '-P', home], options).then((output) => [['STORAGE', storageFacts(output)]]),
      // Not among the storage: an alert rule takes the first amount there as the space that is left for files.
      readMemory().then((meminfo) => [['SYSTEM', memoryFacts(meminfo)]]),
    ];
    const results = await Promise.allSettled(parts);
    options.signal?.throwIfAborted();
    const read = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const failed = results.find((result) => result.status === 'rejected');
    if (read.length === 0 && failed) throw failed.reason;
    return infoRows([...read, ...processFacts()]);
  };
}

function propertyFacts(output: string): GroupedFacts {
  const properties = parseProperties(output);
  if (properties.size === 0) throw unreadable('getprop');
  return [
    ['IDENTITY', identityFacts(properties)],
    ['SYSTEM', systemFacts(properties)],
    ['SCREEN', screenFacts(properties)],
  ];
}

/** Facts that Node knows. */
function processFacts(): GroupedFacts {
  return [
    ['IDENTITY', [{ name: 'Client app', value: `Fairwatch for Termux ${version}` }]],
    [
      'SYSTEM',
      [
        { name: 'Kernel', value: release() },
        // Where apps may not read the state of the processor, the list is empty.
        { name: 'Processor cores', value: String(cpus().length || '') },
        { name: 'Running for', value: uptimeText() },
      ],
    ],
  ];
}

/** Some phones do not let apps read it: then Node throws. */
function uptimeText(): string | null {
  try {
    const hours = Math.floor(uptime() / 3600);
    return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
  } catch {
    return null;
  }
}
