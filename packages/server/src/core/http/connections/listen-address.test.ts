import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { checkPort } from './listen-address.ts';

it('a port that is in use is named before anything is started', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(checkPort({ host: '127.0.0.1', port })).rejects.toThrow(`PORT ${port} on 127.0.0.1 is in use`);
  await expect(checkPort({ host: '127.0.0.1', port: 0 })).resolves.toBeUndefined();
});

it('a host that this machine does not have is named', async () => {
  await expect(checkPort({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
    'HOST 192.0.2.1 is not an address of this machine.',
  );
});
