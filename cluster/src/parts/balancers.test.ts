import { expect, it } from 'vitest';
import { haproxyConfig, nginxSite } from './balancers.ts';

it('the example of haproxy names each server once, with its port', () => {
  const config = haproxyConfig(7000, [7001, 7002]);
  expect(config.match(/^ *bind .*$/gm)).toEqual(['  bind 127.0.0.1:7000']);
  expect(config.match(/^ *server .*$/gm)).toEqual([
    '  server fairwatch-1 127.0.0.1:7001',
    '  server fairwatch-2 127.0.0.1:7002',
  ]);
  expect(config).not.toMatch(/10\.0\.0\./);
});

it('the example of nginx names each server once, with its port, and needs no certificate', () => {
  const site = nginxSite(7000, [7001, 7002, 7003, 7004]);
  expect(site.match(/^ *listen .*$/gm)).toEqual(['    listen 127.0.0.1:7000;']);
  expect(site.match(/127\.0\.0\.1:\d+ max_fails/g)).toEqual(
    [7001, 7002, 7003, 7004].map((port) => `127.0.0.1:${port} max_fails`),
  );
  expect(site).not.toMatch(/10\.0\.0\.|^ *ssl_/m);
});
