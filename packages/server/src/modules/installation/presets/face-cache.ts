import type { InstallationFace } from '@fairwatch/contract';
import type { Services } from '../../../shared/services/services.ts';
import { readFace } from '../../../shared/settings/preset.store.ts';

/** Forgets the face of the installation whenever somebody, here or on another server, says over the bus that it changed. */
export function createFaceCache({ db, bus }: Pick<Services, 'db' | 'bus'>): Services['face'] {
  let known: Promise<InstallationFace> | null = null;
  const forget = () => void (known = null);
  bus.subscribe('kindsChanged', forget);
  bus.onGap(forget);
  return {
    read() {
      if (known) return known;
      const reading = readFace(db);
      known = reading;
      reading.catch(() => {
        if (known === reading) known = null;
      });
      return reading;
    },
  };
}
