/** An environment variable, as the documentation describes it. The texts are Markdown, with links relative to the folder `docs`. */
export interface ConfigVariable {
  name: string;
  /** The default: a literal value in backticks, or words. */
  fallback: string;
  meaning: string;
}

/** Every variable that the server reads, by subject. `docs/configuration.md` is made from it. */
export const configVariables: Readonly<Record<string, readonly ConfigVariable[]>> = {
  'Where it runs': [
    { name: 'PORT', fallback: '`8080`', meaning: 'where the server listens' },
    { name: 'HOST', fallback: '`127.0.0.1`', meaning: 'on which address; `0.0.0.0` for all' },
    { name: 'DATA_DIR', fallback: '`./data`', meaning: 'database, files, keys' },
    {
      name: 'LOG_LEVEL',
      fallback: '`info`',
      meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    },
  ],
  'Addresses and TLS': [
    {
      name: 'PUBLIC_URL',
      fallback: 'none',
      meaning:
        'the address people use, as they type it, when it is not the one that the server prints; passkeys are made for its host, and reminders to join link to it',
    },
    {
      name: 'TLS_CERT',
      fallback: 'none',
      meaning: 'a certificate with its chain (PEM): the server speaks HTTPS, and loads the file again when it changes',
    },
    { name: 'TLS_KEY', fallback: 'none', meaning: 'its key (PEM, without a passphrase); both or none' },
    {
      name: 'COMPANION_URL',
      fallback: 'none',
      meaning:
        'an address with another host name that the companion has to itself; see [security.md](security.md#companion-and-console-in-one-browser)',
    },
    {
      name: 'CONSOLE_ORIGINS',
      fallback: 'none',
      meaning:
        'addresses of consoles that are served elsewhere and may call this server, with commas between them, such as `https://console.example.org,http://localhost:5173`; see [production.md](production.md#a-console-on-another-host)',
    },
    {
      name: 'TRUSTED_PROXIES',
      fallback: 'none',
      meaning:
        'addresses and networks of proxies on other machines whose `X-Forwarded-For` and `X-Forwarded-Host` are believed, such as `10.0.0.7,192.168.1.0/24`; those on this machine always are',
    },
  ],
  'First start': [
    { name: 'ADMIN_USERNAME', fallback: '`admin`', meaning: 'the first account; first start only' },
    {
      name: 'ADMIN_PASSWORD',
      fallback: 'made and printed once',
      meaning: 'its password, at least 8 characters; first start only',
    },
    {
      name: 'DEMO_DEVICES',
      fallback: 'as many as suit the preset: `24`, a family `4`, a class `12`, vans `8`',
      meaning: 'simulated phones beside the server; `0` for none, as in a cluster',
    },
    {
      name: 'DEMO_HISTORY',
      fallback: '`on`',
      meaning:
        'two weeks of history for the simulated phones, made within seconds of the very first start; `off` for none',
    },
    {
      name: 'PRESET',
      fallback: 'asked at the first sign-in',
      meaning:
        'who a new installation is for: `family`, `school`, `fleet` or `everything`. Read on the first start only; later it is changed on the page *Installation*. With demo phones the default is `everything`',
    },
    { name: 'SIGN_UP', fallback: '`on`', meaning: '`off` lets nobody make an account by themselves' },
  ],
  'Mail and push': [
    {
      name: 'SMTP_URL',
      fallback: 'none',
      meaning:
        'the mail server for codes and for notifications by mail, `smtp://` or `smtps://`, with name and password where it asks for them; without it, mails are written to `DATA_DIR/outbox`',
    },
    {
      name: 'MAIL_FROM',
      fallback: '`Fairwatch <fairwatch@localhost>`, or with the host of `PUBLIC_URL`',
      meaning: 'whom mails come from',
    },
    {
      name: 'PUSH_SERVICES',
      fallback: '`fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com`',
      meaning:
        'the hosts that pushes are sent to, once the owner has switched push on (Admin Panel, Retention); your own service as `host` or `host:port`, without TLS on this machine alone',
    },
  ],
  'Maps and places': [
    {
      name: 'MAP_STYLE_URL',
      fallback: 'none',
      meaning: "a MapLibre style with streets, such as your own tile server's; see [Maps](#maps)",
    },
    {
      name: 'MAP_TILES_FILE',
      fallback: 'none',
      meaning:
        'a `.pmtiles` file with streets, sent by this server; without it, one in `DATA_DIR/maps` is taken; see [Maps](#maps)',
    },
    {
      name: 'MAP_SOURCE_URL',
      fallback: '`https://build.protomaps.com/{date}.pmtiles`',
      meaning:
        'the planet as a `.pmtiles` file, of which the page *Map data* fetches an area, with `{date}` in the place of a day (`20261101`; the newest of the last days is taken); nothing is asked of it without a click there. `off` for none; see [Maps](#maps)',
    },
    {
      name: 'GEOCODER_URL',
      fallback: 'none',
      meaning:
        "where an admin's typed address is looked up for a zone, with `{query}` in its place; see [Addresses](#addresses)",
    },
  ],
  'Database, files and keys': [
    {
      name: 'DATABASE_URL',
      fallback: 'none',
      meaning: 'use this PostgreSQL (16 or newer) instead of the embedded one',
    },
    {
      name: 'S3_URL',
      fallback: 'none',
      meaning:
        'the bucket for files instead of `DATA_DIR`, as `https://ACCESS_KEY:SECRET_KEY@s3.example.org/BUCKET?region=us-east-1`',
    },
    {
      name: 'VAULT_KEY_FILE',
      fallback: 'none',
      meaning:
        'the key that belongs to the database, where it is not to be `DATA_DIR/vault.key`; made on the first start, and the same for all servers of a cluster',
    },
    {
      name: 'AUDIT_ANCHOR_FILE',
      fallback: 'none',
      meaning:
        'a file outside `DATA_DIR` that gets a line a day and at each stop: where every log ends; see [The log](#the-log)',
    },
  ],
  'Several servers': [
    {
      name: 'NATS_URL',
      fallback: 'none',
      meaning:
        'makes this server one of several on the same `DATABASE_URL`: addresses of NATS (`nats://`, `tls://`) with commas between them. It needs `DATABASE_URL`, `S3_URL` and `SMTP_URL`; see [cluster.md](cluster.md)',
    },
    {
      name: 'SERVER_NAME',
      fallback: 'the name of the machine',
      meaning: 'what the owner calls this server, on the page **Servers** and in metrics',
    },
    {
      name: 'DRAIN_SECONDS',
      fallback: '10 in a cluster, else 0',
      meaning: 'how long a server that is told to stop takes to let its devices go to the other servers',
    },
  ],
  Metrics: [
    {
      name: 'METRICS_ADDRESS',
      fallback: 'none',
      meaning:
        'a host and a port of their own for metrics in the format of Prometheus, such as `127.0.0.1:9464`; see [production.md](production.md#figures-for-prometheus)',
    },
    {
      name: 'METRICS_TOKEN',
      fallback: 'none',
      meaning:
        'the bearer token, 16 to 200 characters, that whoever reads the metrics presents; without `METRICS_ADDRESS` they are at `/metrics` beside the console',
    },
  ],
  Payloads: [
    {
      name: 'PAYLOAD_MODE',
      fallback: '`PLAINTEXT`',
      meaning:
        '`AES_GCM_256_RANDOM_IV` or `AES_GCM_256` encrypt what consoles and server say to each other; see [Payload modes](#payload-modes)',
    },
    { name: 'PAYLOAD_SECRET', fallback: 'none', meaning: 'the secret of these two modes, 16 to 256 characters' },
  ],
  Limits: [
    {
      name: 'MAX_UPLOAD_MB',
      fallback: '`512`',
      meaning: 'how large one file from a device, or the offered app, may be',
    },
    {
      name: 'DEVICE_UPLOADS_MB_PER_DAY',
      fallback: '`2048`',
      meaning: 'how much one device may send in files for commands in a day (UTC)',
    },
    {
      name: 'DEVICE_TICKET_FILES_MB_PER_DAY',
      fallback: '`100`',
      meaning: 'how much one device may attach to tickets in a day (UTC)',
    },
    {
      name: 'MIN_FREE_MB',
      fallback: '`500`',
      meaning: 'uploads are refused when less than this would stay free on the disk of `DATA_DIR`',
    },
    {
      name: 'ARCHIVES_MB',
      fallback: '`10240`',
      meaning: 'how much the archives of people may take on that disk together; each is kept for a day',
    },
    {
      name: 'DOWNLOAD_STALL_SECONDS',
      fallback: '`60`',
      meaning: 'a download whose reader takes nothing for this long is cut',
    },
    {
      name: 'STAGED_ANSWERS_MB',
      fallback: '`256`',
      meaning:
        'memory for answers of all devices until they are stored; what is more goes to `DATA_DIR/staged-answers`',
    },
    {
      name: 'STAGED_ANSWERS_DISK_MB',
      fallback: '`4096`',
      meaning: 'how much may lie there; beyond it the largest answers fail',
    },
  ],
};
