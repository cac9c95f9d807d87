import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findVault, openVault } from './vault.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fairwatch-vault-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe('the vault', () => {
  it('decrypts what it encrypted, also after a restart, and never encrypts to the same bytes', () => {
    const vault = openVault({ dataDir });
    const sealed = vault.seal('a', Buffer.from('secret'));
    expect(openVault({ dataDir }).open('a', sealed).toString()).toBe('secret');
    expect(vault.seal('a', Buffer.from('secret')).equals(sealed)).toBe(false);
    expect(vault.mac('a', 'x').equals(openVault({ dataDir }).mac('a', 'x'))).toBe(true);
  });

  it('refuses data that was changed, or encrypted for another purpose or under another key', async () => {
    const vault = openVault({ dataDir });
    const sealed = vault.seal('a', Buffer.from('secret'));
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(13) ^ 1, 13);
    expect(() => vault.open('a', changed)).toThrow('authenticate');
    expect(() => vault.open('b', sealed)).toThrow('authenticate');
    expect(vault.mac('a', 'x').equals(vault.mac('b', 'x'))).toBe(false);
    await rm(join(dataDir, 'vault.key'));
    expect(() => openVault({ dataDir }).open('a', sealed)).toThrow('authenticate');
  });

  it('keeps its key file private, and reports a damaged one', async () => {
    openVault({ dataDir });
    expect((await stat(join(dataDir, 'vault.key'))).mode & 0o777).toBe(0o600);
    await writeFile(join(dataDir, 'vault.key'), 'short');
    expect(() => openVault({ dataDir })).toThrow('is damaged');
  });

  it('has its key where VAULT_KEY_FILE says, and says when it cannot be made or read there', async () => {
    const vaultKeyFile = join(dataDir, 'elsewhere.key');
    const vault = openVault({ dataDir: '/nowhere', vaultKeyFile });
    expect(
      openVault({ dataDir, vaultKeyFile })
        .open('a', vault.seal('a', Buffer.from('secret')))
        .toString(),
    ).toBe('secret');
    expect(findVault({ dataDir, vaultKeyFile })).not.toBeNull();
    expect(findVault({ dataDir })).toBeNull();
    const missing = join(dataDir, 'no-such-folder', 'vault.key');
    expect(() => openVault({ dataDir, vaultKeyFile: missing })).toThrow(`${missing} cannot be written: `);
    expect(() => openVault({ dataDir, vaultKeyFile: dataDir })).toThrow(`${dataDir} cannot be read: `);
  });
});
