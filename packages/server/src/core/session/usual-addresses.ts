import { networkOf } from '../http/caller-address.ts';
import type { Services } from '../services.ts';
import { hasUsualAddress, saveUsualAddress } from './usual-addresses.store.ts';

type Needs = Pick<Services, 'db' | 'vault'>;

/** Of one account: the same address of two accounts has two hashes, so that nobody learns who shares one. */
const hashOf = ({ vault }: Needs, userId: number, address: string) =>
  vault.mac('usual address', `${userId} ${networkOf(address)}`);

/** Whether an account signed in from this address lately. An unknown account takes the same steps. */
export async function isUsualAddress(services: Needs, userId: number | null, address: string): Promise<boolean> {
  const asked = userId ?? 0;
  return await hasUsualAddress(services.db, asked, hashOf(services, asked, address));
}

/** Call it once somebody is in, with everything their account asks for. */
export async function rememberAddress(services: Needs, userId: number, address: string): Promise<void> {
  await saveUsualAddress(services.db, userId, hashOf(services, userId, address));
}
