import { TermuxProblem } from '../../core/termux/termux.ts';
import type { Fact } from '@fairwatch/device/core';
import { phoneText } from '../../core/texts/phone.texts.ts';

const kilobyte = 1024;

/** Facts from what `df -k -P` prints for one path: a header, then blocks of a kilobyte in all, used and free. */
export function storageFacts(output: string): Fact[] {
  // The name of the file system may contain spaces, so that the numbers are found by what follows them.
  const found = /\s(\d{1,15})\s+(\d{1,15})\s+(\d{1,15})\s+\d{1,3}%/.exec(output.slice(0, 10_000));
  const [total = 0, , free = 0] = (found?.slice(1) ?? []).map((blocks) => Number(blocks) * kilobyte);
  if (total <= 0 || free > total) throw new TermuxProblem('UNREADABLE', phoneText('noStorageSize'));
  // What the system keeps for itself counts as used, as in the settings of the phone.
  return [amount('Internal storage', total - free, total), { name: 'Free', value: gigabytes(free) }];
}

/** Facts from /proc/meminfo. */
export function memoryFacts(meminfo: string): Fact[] {
  const bytesOf = (name: string) => {
    const found = new RegExp(`^${name}:\\s+(\\d{1,15}) kB`, 'm').exec(meminfo.slice(0, 20_000));
    return found ? Number(found[1]) * kilobyte : null;
  };
  const total = bytesOf('MemTotal');
  const free = bytesOf('MemAvailable') ?? bytesOf('MemFree');
  if (total === null || free === null || free > total) {
    throw new TermuxProblem('UNREADABLE', phoneText('noMemorySize'));
  }
  return [amount('Memory', total - free, total)];
}

function amount(name: string, used: number, total: number): Fact {
  return { name, value: `${gigabytes(used)} of ${gigabytes(total)}`, used, total };
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
