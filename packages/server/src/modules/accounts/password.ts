import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * OWASP's smallest recommended cost for argon2id. When it is raised here, older hashes are replaced at the account's next
 * sign-in.
 */
const currentCost = { memory: 19_456, passes: 2, parallelism: 1 };
const hashBytes = 32;

type Cost = typeof currentCost;

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** Returns the hash to store, in the PHC string format: it includes its cost and salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return encode(currentCost, salt, await compute(password, salt, currentCost, hashBytes));
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const { cost, salt, hash } = decode(stored);
  return timingSafeEqual(await compute(password, salt, cost, hash.length), hash);
}

/** True when this hash was made at another cost than the current one, so that the caller replaces it. */
export function isOutdated(stored: string): boolean {
  const { cost } = decode(stored);
  return (
    cost.memory !== currentCost.memory ||
    cost.passes !== currentCost.passes ||
    cost.parallelism !== currentCost.parallelism
  );
}

/**
 * Returns a hash that no password matches. Checking against it for an unknown account takes as long as for a known one, so
 * the time reveals nothing.
 */
export function decoyHash(): string {
  return encode(currentCost, randomBytes(16), randomBytes(hashBytes));
}

function compute(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function encode({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

function decode(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (match === null) throw new Error('A stored password hash cannot be read.');
  const [, memory, passes, parallelism, salt = '', hash = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}
