import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import { describeError } from './describe-error.ts';
import { StartError } from './config/start-error.ts';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Protects secrets in the database with a key that is stored outside of it. */
export interface Vault {
  /** A keyed hash (HMAC), so that a short code cannot be found by brute force without the key. */
  mac(purpose: string, text: string | Uint8Array): Buffer;
  /** Encrypts (AES-256-GCM). `open` fails with another purpose, so ciphertexts cannot be swapped between columns. */
  seal(purpose: string, bytes: Uint8Array): Buffer;
  open(purpose: string, sealed: Buffer): Buffer;
  /** The log key of a day. The key of one day does not reveal that of any other day. */
  auditKey: AuditKeys;
}

/** Derives the key for a day, such as `2026-03-01`. */
export type AuditKeys = (day: string) => Buffer;

/** Where the key of a vault is. */
export type VaultPlace = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'vaultKeyFile'>>;

/** The path of the key: `VAULT_KEY_FILE`, or a file in the data folder. */
export function vaultKeyPath({ dataDir, vaultKeyFile }: VaultPlace): string {
  return vaultKeyFile ?? join(dataDir, 'vault.key');
}

/** Opens the vault, and creates its key on the first start. The key is a file beside the database, so a copy of the database alone is useless. */
export function openVault(place: VaultPlace): Vault {
  const key = readKey(vaultKeyPath(place));
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', key, '', use, keyBytes));
  const [macKey, sealKey] = [keyFor('mac'), keyFor('seal')];
  return {
    auditKey: (day) => keyFor(`audit ${day}`),
    mac: (purpose, text) => createHmac('sha256', macKey).update(`${purpose}\0`).update(text).digest(),
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

/** Like `openVault`, but never creates a key, for commands that run beside the server. Null when there is no key. */
export function findVault(place: VaultPlace): Vault | null {
  return readIfThere(vaultKeyPath(place)) === null ? null : openVault(place);
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
    throw new StartError(`${path} cannot be read: ${describeError(error)}`, { cause: error });
  }
}

/** Writes the key to a temporary file and links it, so that two servers that start at once agree on one complete key. */
function makeKey(path: string): Buffer {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, randomBytes(keyBytes), { mode: 0o600 });
  } catch (error) {
    throw new StartError(`${path} cannot be written: ${describeError(error)}`, { cause: error });
  }
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path);
}
