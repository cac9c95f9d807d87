import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's smallest recommended cost for argon2id. Raise it here: older hashes keep theirs until the next sign-in. */
const current = { memory: 19_456, passes: 2, parallelism: 1 };
const hashBytes = 32;

type Cost = typeof current;

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** The stored form of a password, with its cost and salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return encode(current, salt, await compute(password, salt, current, hashBytes));
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const { cost, salt, hash } = decode(stored);
  return timingSafeEqual(await compute(password, salt, cost, hash.length), hash);
}

/** Whether this hash was made at another cost than we ask for now. */
export function isOutdated(stored: string): boolean {
  const { cost } = decode(stored);
  return cost.memory !== current.memory || cost.passes !== current.passes || cost.parallelism !== current.parallelism;
}

/** A hash that no password has. Checking against it takes as long as against a real one. */
export function decoyHash(): string {
  return encode(current, randomBytes(16), randomBytes(hashBytes));
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
