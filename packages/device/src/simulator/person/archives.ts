import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DeviceClient } from '../../core/client/device-client.ts';
import type { PhonePlan } from '../plan/phone-plan.ts';

/** The range of seconds that a simulated person waits before the first request for an archive, and before each further one. */
const usualPace = { first: [3600, 10_800], next: [20_000, 80_000] } as const;
type Pace = Readonly<Record<keyof typeof usualPace, readonly [least: number, most: number]>>;

/** One person in eight asks for an archive. */
export function requestsArchives({ index }: Pick<PhonePlan, 'index'>): boolean {
  return index % 8 === 4;
}

/** Lets the people of some phones request an archive of their data and download it, until the device ends. */
export async function askForArchives(
  phone: Pick<DeviceClient, 'ended' | 'requestArchive' | 'fetchArchive'>,
  plan: Pick<PhonePlan, 'index' | 'random'>,
  log: (line: string) => void,
  pace: Pace = usualPace,
): Promise<void> {
  if (!requestsArchives(plan)) return;
  const chance = plan.random('archives');
  const ended = phone.ended.then(() => true);
  const endsDuring = (moment: keyof Pace) =>
    Promise.race([ended, delay(chance.int(...pace[moment]) * 1000, false, { ref: false })]);
  for (let moment: keyof Pace = 'first'; !(await endsDuring(moment)); moment = 'next') {
    try {
      log('asks for everything that is held about this phone');
      const archive = await phone.requestArchive();
      const hash = createHash('sha256');
      await phone.fetchArchive(archive, async (bytes) => void hash.update(bytes));
      const isWhole = hash.digest('hex') === archive.sha256;
      log(isWhole ? `received an archive of ${archive.size} bytes` : 'the archive arrived damaged');
    } catch (error) {
      log(`archive: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
