import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decoyHash, hashPassword, isOutdated, verifyPassword } from './password.ts';

const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

describe('a stored password', () => {
  it('is argon2id with its cost, and differs each time', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it('is matched by its password only', async () => {
    const stored = await hashPassword('correct horse');
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    expect(await verifyPassword('correct horse ', stored)).toBe(false);
    expect(await verifyPassword('', decoyHash())).toBe(false);
  });

  it('is the same however the keyboard writes an accent', async () => {
    expect(await verifyPassword('caf\u00e9', await hashPassword('cafe\u0301'))).toBe(true);
  });

  it('made at another cost still works, and is known to be outdated', async () => {
    const nonce = Buffer.alloc(16, 7);
    const cost = { memory: 4096, passes: 3, parallelism: 1 };
    const tag = argon2Sync('argon2id', { message: 'old', nonce, tagLength: 32, ...cost });
    const stored = `$argon2id$v=19$m=4096,t=3,p=1$${text(nonce)}$${text(tag)}`;
    expect(await verifyPassword('old', stored)).toBe(true);
    expect(isOutdated(stored)).toBe(true);
    expect(isOutdated(decoyHash())).toBe(false);
  });
});
