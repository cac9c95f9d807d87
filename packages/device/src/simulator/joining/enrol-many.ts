import { groundNotStated } from '@fairwatch/contract';
import { enrolPhone } from './enrolment.ts';
import type { PasscodeSource } from './passcodes.ts';
import { planLoadPhone } from '../plan/phone-plan.ts';
import type { StateFile } from '../plan/state-file.ts';

const joinsAtOnce = 16;

interface EnrolOptions {
  serverUrl: string;
  size: number;
  state: StateFile;
  passcodes: PasscodeSource;
}

/** Lets every phone join that has not yet, some in parallel. Throws at the first that cannot join. */
export async function enrolMany({ serverUrl, size, state, passcodes }: EnrolOptions): Promise<number> {
  const places = Array.from({ length: size }, (_, index) => index).filter((index) => !state.phone(index));
  const codes = places.length > 0 ? [...(await passcodes(places.map(() => groundNotStated)))] : [];
  const left = [...places];
  const lane = async () => {
    for (let index = left.pop(); index !== undefined; index = left.pop()) {
      await state.setPhone(index, await enrolPhone(serverUrl, codes.pop() ?? '', planLoadPhone(state.seed, index)));
    }
  };
  await Promise.all(Array.from({ length: joinsAtOnce }, lane));
  return places.length;
}
