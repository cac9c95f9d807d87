import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { ConfigError } from './config-values.ts';

describe('the configuration', () => {
  it('[SPEC 7.5] has a default for everything, PLAINTEXT among them', () => {
    expect(loadConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('./data'),
      databaseUrl: null,
      publicUrl: null,
      companionUrl: null,
      consoleOrigins: [],
      tls: null,
      smtpUrl: null,
      mailFrom: 'Fairwatch <fairwatch@localhost>',
      signUp: true,
      adminUsername: 'admin',
      adminPassword: null,
      preset: null,
      demoDevices: null,
      demoHistory: true,
      payload: { mode: 'PLAINTEXT', secret: null },
      maxUploadMegabytes: 512,
      uploadsMegabytesPerDay: 2048,
      ticketFilesMegabytesPerDay: 100,
      minFreeMegabytes: 500,
      archivesMegabytes: 10_240,
      downloadStallSeconds: 60,
      drainSeconds: 0,
      stagedAnswersMegabytes: 256,
      stagedAnswersDiskMegabytes: 4096,
      mapStyleUrl: null,
      mapTilesFile: null,
      mapSourceUrl: 'https://build.protomaps.com/{date}.pmtiles',
      geocoderUrl: null,
      pushServices: ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'],
      auditAnchorFile: null,
      logLevel: 'info',
      natsUrl: null,
      s3: null,
      vaultKeyFile: null,
      trustedProxies: [],
      serverName: hostname(),
      metrics: null,
    });
  });

  it('treats an empty variable as not set', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', NATS_URL: '' })).toEqual(loadConfig({}));
  });

  it('reads every variable', () => {
    const config = loadConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/fairwatch',
      DATABASE_URL: 'postgresql://me:secret@db/fairwatch',
      PUBLIC_URL: 'https://watch.example.org/',
      COMPANION_URL: 'https://phone.example.org/',
      CONSOLE_ORIGINS: 'https://console.example.org/, http://localhost:5173,http://localhost:5173',
      TLS_CERT: '/etc/fairwatch/fullchain.pem',
      TLS_KEY: '/etc/fairwatch/privkey.pem',
      SIGN_UP: 'off',
      ADMIN_USERNAME: 'owner',
      ADMIN_PASSWORD: ' eight or more ',
      DEMO_DEVICES: '0',
      DEMO_HISTORY: 'off',
      MAX_UPLOAD_MB: '64',
      DEVICE_UPLOADS_MB_PER_DAY: '100',
      DEVICE_TICKET_FILES_MB_PER_DAY: '5',
      MIN_FREE_MB: '0',
      ARCHIVES_MB: '50',
      DOWNLOAD_STALL_SECONDS: '30',
      DRAIN_SECONDS: '20',
      STAGED_ANSWERS_MB: '100',
      STAGED_ANSWERS_DISK_MB: '1000',
      MAP_STYLE_URL: 'https://maps.example.org/streets.json?key=open',
      GEOCODER_URL: 'https://geocoder.example.org/search?key=a&q={query}',
      PUSH_SERVICES: 'Push.example.org:443, *.push.example.com,127.0.0.1:8123,[::1]:9000',
      AUDIT_ANCHOR_FILE: '/mnt/worm/anchors',
      LOG_LEVEL: 'debug',
    });
    expect(config).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/srv/fairwatch',
      databaseUrl: 'postgresql://me:secret@db/fairwatch',
      publicUrl: 'https://watch.example.org',
      companionUrl: 'https://phone.example.org',
      consoleOrigins: ['https://console.example.org', 'http://localhost:5173'],
      tls: { certFile: '/etc/fairwatch/fullchain.pem', keyFile: '/etc/fairwatch/privkey.pem' },
      signUp: false,
      adminUsername: 'owner',
      adminPassword: ' eight or more ',
      demoDevices: 0,
      demoHistory: false,
      maxUploadMegabytes: 64,
      uploadsMegabytesPerDay: 100,
      ticketFilesMegabytesPerDay: 5,
      minFreeMegabytes: 0,
      archivesMegabytes: 50,
      downloadStallSeconds: 30,
      drainSeconds: 20,
      stagedAnswersMegabytes: 100,
      stagedAnswersDiskMegabytes: 1000,
      mapStyleUrl: 'https://maps.example.org/streets.json?key=open',
      geocoderUrl: 'https://geocoder.example.org/search?key=a&q={query}',
      pushServices: ['push.example.org', '*.push.example.com', '127.0.0.1:8123', '[::1]:9000'],
      auditAnchorFile: '/mnt/worm/anchors',
      logLevel: 'debug',
    });
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://db/fairwatch'],
    ['DATABASE_URL', 'db'],
    ['PUBLIC_URL', 'watch.example.org'],
    ['PUBLIC_URL', 'https://example.org/watch'],
    ['COMPANION_URL', 'phone.example.org'],
    ['COMPANION_URL', 'https://example.org/companion'],
    ['CONSOLE_ORIGINS', '*'],
    ['CONSOLE_ORIGINS', 'null'],
    ['CONSOLE_ORIGINS', 'console.example.org'],
    ['CONSOLE_ORIGINS', 'https://*.example.org'],
    ['CONSOLE_ORIGINS', 'https://console.example.org/admin'],
    ['CONSOLE_ORIGINS', 'https://me:hunter22@console.example.org'],
    ['CONSOLE_ORIGINS', 'https://console.example.org,'],
    ['CONSOLE_ORIGINS', "https://x;script-src'unsafe-inline'"],
    ['SIGN_UP', 'no'],
    ['ADMIN_USERNAME', 'ab'],
    ['ADMIN_PASSWORD', '1234567'],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['DEMO_DEVICES', 'many'],
    ['DEMO_HISTORY', 'long'],
    ['PAYLOAD_MODE', 'ROT13'],
    ['PAYLOAD_SECRET', 'set while nothing is encrypted'],
    ['STAGED_ANSWERS_MB', '0'],
    ['STAGED_ANSWERS_DISK_MB', 'all'],
    ['MAX_UPLOAD_MB', '0'],
    ['MAX_UPLOAD_MB', '64MB'],
    ['DEVICE_UPLOADS_MB_PER_DAY', '0'],
    ['DEVICE_TICKET_FILES_MB_PER_DAY', 'all'],
    ['MIN_FREE_MB', '5%'],
    ['ARCHIVES_MB', '0'],
    ['MAP_SOURCE_URL', 'planet.pmtiles'],
    ['MAP_SOURCE_URL', 'https://{date}.example.org/planet.pmtiles'],
    ['MAP_SOURCE_URL', 'https://me:hunter22@maps.example.org/planet.pmtiles'],
    ['MAP_STYLE_URL', 'maps.example.org/style.json'],
    ['MAP_STYLE_URL', 'ftp://maps.example.org/style.json'],
    ['MAP_STYLE_URL', 'https://me:hunter22@maps.example.org/style.json'],
    ['GEOCODER_URL', 'geocoder.example.org/{query}'],
    ['GEOCODER_URL', 'https://geocoder.example.org/search'],
    ['GEOCODER_URL', 'https://{query}.example.org/search'],
    ['GEOCODER_URL', 'https://me:hunter22@geocoder.example.org/search?q={query}'],
    ['PUSH_SERVICES', 'https://push.example.org'],
    ['PUSH_SERVICES', 'push.example.org/path'],
    ['PUSH_SERVICES', 'me@push.example.org'],
    ['PUSH_SERVICES', 'push.example.org,,'],
    ['PUSH_SERVICES', '*.org'],
    ['PUSH_SERVICES', '*'],
    ['AUDIT_ANCHOR_FILE', './data/anchors'],
    ['LOG_LEVEL', 'loud'],
    ['NATS_URL', 'http://bus.example.org'],
    ['NATS_URL', 'nats://bus.example.org,'],
    ['S3_URL', 'https://store'],
    ['S3_URL', 'https://store.example.org/bucket'],
    ['S3_URL', 's3://key:secret@store.example.org/bucket'],
    ['S3_URL', 'https://key:secret@store.example.org/two/folders'],
    ['TRUSTED_PROXIES', 'balancer.example.org'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.7,'],
    ['TRUSTED_PROXIES', '*'],
    ['SERVER_NAME', 'x'.repeat(64)],
    ['METRICS_ADDRESS', '9464'],
    ['METRICS_ADDRESS', '127.0.0.1:99999'],
    ['METRICS_TOKEN', 'too short'],
    ['SMTP_URL', 'http://mail'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'A <a@b>, B <b@c>'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const load = () => loadConfig({ [name]: value });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(new RegExp(`^${name} .+\\.$`));
  });

  const cluster = {
    NATS_URL: 'nats://one.example.org, tls://two.example.org:4222',
    DATABASE_URL: 'postgresql://me:hunter22@db/fairwatch',
    S3_URL: 'https://key:s%2Fcret@store.example.org:7480/fairwatch?region=eu-1',
    SMTP_URL: 'smtp://mail.example.org',
  };

  it('reads what a cluster needs', () => {
    const config = loadConfig({
      ...cluster,
      VAULT_KEY_FILE: '/etc/fairwatch/vault.key',
      TRUSTED_PROXIES: '10.0.0.7, 192.168.1.0/24,fd00::/8',
      SERVER_NAME: 'north',
      METRICS_ADDRESS: '[::1]:9464',
      METRICS_TOKEN: 'sixteen or more letters',
    });
    expect(config).toMatchObject({
      natsUrl: cluster.NATS_URL,
      s3: {
        endpoint: 'https://store.example.org:7480',
        bucket: 'fairwatch',
        region: 'eu-1',
        accessKey: 'key',
        secretKey: 's/cret',
      },
      vaultKeyFile: '/etc/fairwatch/vault.key',
      trustedProxies: ['10.0.0.7', '192.168.1.0/24', 'fd00::/8'],
      serverName: 'north',
      metrics: { address: { host: '::1', port: 9464 }, token: 'sixteen or more letters' },
      demoDevices: 0,
    });
  });

  it.each(['DATABASE_URL', 'S3_URL', 'SMTP_URL'])('refuses a cluster without %s', (name) => {
    expect(() => loadConfig({ ...cluster, [name]: '' })).toThrow(
      new RegExp(`^${name} must be set, since NATS_URL is: .+\\.$`),
    );
  });

  it('refuses simulated phones in a cluster', () => {
    expect(loadConfig({ ...cluster, DEMO_DEVICES: '0' }).demoDevices).toBe(0);
    expect(() => loadConfig({ ...cluster, DEMO_DEVICES: '24' })).toThrow(
      /^DEMO_DEVICES must be 0 or unset, since NATS_URL is set: .+\.$/,
    );
  });

  it('requires a certificate and its key together', () => {
    expect(() => loadConfig({ TLS_CERT: 'cert.pem' })).toThrow(/^TLS_KEY must be set/);
    expect(() => loadConfig({ TLS_KEY: 'key.pem' })).toThrow(/^TLS_CERT must be set/);
  });

  it('has a source of maps, which can be another one or none', () => {
    const other = 'https://maps.example.org/planet.pmtiles';
    expect(loadConfig({ MAP_SOURCE_URL: other }).mapSourceUrl).toBe(other);
    expect(loadConfig({ MAP_SOURCE_URL: 'off' }).mapSourceUrl).toBeNull();
  });

  it('refuses a map file and a map URL at the same time', () => {
    expect(loadConfig({ MAP_TILES_FILE: '/srv/maps/utrecht.pmtiles' }).mapTilesFile).toBe('/srv/maps/utrecht.pmtiles');
    const both = { MAP_TILES_FILE: 'utrecht.pmtiles', MAP_STYLE_URL: 'https://maps.example.org/style.json' };
    expect(() => loadConfig(both)).toThrow(/^MAP_TILES_FILE is set together with MAP_STYLE_URL/);
  });

  it('refuses a COMPANION_URL that shares its cookies with PUBLIC_URL', () => {
    const own = { PUBLIC_URL: 'https://watch.example.org', COMPANION_URL: 'https://watch.example.org:8443' };
    expect(() => loadConfig(own)).toThrow(/^COMPANION_URL must have another host name/);
  });

  it('refuses the host of the companion in CONSOLE_ORIGINS, on any port', () => {
    const own = { CONSOLE_ORIGINS: 'https://phone.example.org:8443', COMPANION_URL: 'https://phone.example.org' };
    expect(() => loadConfig(own)).toThrow(/^CONSOLE_ORIGINS must not name the host of COMPANION_URL/);
  });

  it.each(['AES_GCM_256', 'AES_GCM_256_RANDOM_IV'])('accepts %s with a secret only', (mode) => {
    const secret = 'sixteen or more letters';
    expect(loadConfig({ PAYLOAD_MODE: mode, PAYLOAD_SECRET: secret }).payload).toEqual({ mode, secret });
    expect(() => loadConfig({ PAYLOAD_MODE: mode })).toThrow(/^PAYLOAD_SECRET must be set/);
    expect(() => loadConfig({ PAYLOAD_MODE: mode, PAYLOAD_SECRET: 'hunter22' })).toThrow(/^PAYLOAD_SECRET .+\.$/);
  });

  it('keeps passwords out of its error messages', () => {
    expect(() => loadConfig({ DATABASE_URL: 'mysql://me:hunter22@db/x' })).not.toThrow(/hunter22/);
    expect(() => loadConfig({ ADMIN_PASSWORD: 'short' })).not.toThrow(/short/);
    const payload = { PAYLOAD_MODE: 'AES_GCM_256', PAYLOAD_SECRET: 'hunter22' };
    expect(() => loadConfig(payload)).not.toThrow(/hunter22/);
    expect(() => loadConfig({ NATS_URL: 'http://me:hunter22@bus' })).not.toThrow(/hunter22/);
    expect(() => loadConfig({ S3_URL: 'https://me:hunter22@store' })).not.toThrow(/hunter22/);
    expect(() => loadConfig({ METRICS_TOKEN: 'hunter22' })).not.toThrow(/hunter22/);
  });
});
