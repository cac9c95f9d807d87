import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Keeps what the database must not tell by itself: short codes, and secrets that are needed again. */
export interface Vault {
  /** A hash that nobody without the key can make, so that a short code cannot be found by trying. */
  mac(purpose: string, text: string): Buffer;
  /** Encrypts. What is opened for another purpose does not open. */
  seal(purpose: string, bytes: Uint8Array): Buffer;
  open(purpose: string, sealed: Buffer): Buffer;
  /** The key of the audit log on a day. Whoever learns one day's key can make no other day's of it. */
  auditKey: AuditKeys;
}

/** The key of the audit log on a day, such as `2026-03-01`. */
export type AuditKeys = (day: string) => Buffer;

/** The key lies in the data folder, beside the database and not in it: a copy of the database alone opens nothing. */
export function openVault(dataDir: string): Vault {
  const key = readKey(join(dataDir, 'vault.key'));
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', key, '', use, keyBytes));
  const [macKey, sealKey] = [keyFor('mac'), keyFor('seal')];
  return {
    auditKey: (day) => keyFor(`audit ${day}`),
    mac: (purpose, text) => createHmac('sha256', macKey).update(`${purpose}\0${text}`).digest(),
    seal(purpose, bytes) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(purpose));
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open(purpose, sealed) {
      const end = sealed.length - tagBytes;
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(end));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]);
    },
  };
}

/** The same for a command beside the server, which must not make a key. Null where there is none. */
export function findVault(dataDir: string): Vault | null {
  return readIfThere(join(dataDir, 'vault.key')) === null ? null : openVault(dataDir);
}

function readKey(path: string): Buffer {
  const key = readIfThere(path) ?? makeKey(path);
  if (key.length !== keyBytes) throw new StartError(`${path} is damaged: it must have ${keyBytes} bytes.`);
  return key;
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Written aside and linked: two servers that start at once agree on one key, and none reads half of it. */
function makeKey(path: string): Buffer {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(keyBytes), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path);
}
