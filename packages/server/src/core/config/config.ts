import { relative, resolve } from 'node:path';
import { limits, payloadModes, presetNames, type EncryptedMode, type PresetName } from '@fairwatch/contract';
import { demoDevices, readClusterConfig, type ClusterConfig } from './cluster-config.ts';
import { ConfigError, oneOf, originUrl, text, url, wholeNumber, type Read } from './config-values.ts';
import { knownPushServices } from '../web-push/push-services.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type PayloadConfig = { mode: 'PLAINTEXT'; secret: null } | { mode: EncryptedMode; secret: string };

/** Absolute paths of PEM files. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
}

/** The configuration of this server, read and checked once from the environment. */
export interface Config extends ClusterConfig {
  /** The port to listen on; 0 picks a free one. */
  port: number;
  host: string;
  /** The absolute path of the folder that holds all state. */
  dataDir: string;
  /** The PostgreSQL to use; null starts the embedded one in the data folder. */
  databaseUrl: string | null;
  /** The public origin behind a proxy, without a trailing slash; null when browsers reach the server directly. */
  publicUrl: string | null;
  /** The companion's own origin; null when it shares the console's origin. */
  companionUrl: string | null;
  /** Origins of consoles that are hosted elsewhere and may call this server (CORS). */
  consoleOrigins: readonly string[];
  /** The certificate chain and its key; null for plain HTTP. */
  tls: TlsFiles | null;
  /** The mail server's URL, which may contain a password; null writes mails to the outbox folder. */
  smtpUrl: string | null;
  /** The sender of mails. */
  mailFrom: string;
  /** Whether people can register an account by themselves. A new account has no access until it is promoted. */
  signUp: boolean;
  adminUsername: string;
  /** The first admin's password, used on the first start only; null generates one and prints it. */
  adminPassword: string | null;
  /** Who an empty installation is for, from its first start on; null lets its first super admin choose. */
  preset: PresetName | null;
  /** How many simulated phones there are; null for as many as suit the installation. */
  demoDevices: number | null;
  /** Whether a first start generates two weeks of history for the simulated phones. */
  demoHistory: boolean;
  /** The payload mode of the console's API and its secret. */
  payload: PayloadConfig;
  /** The maximum size of one file from a device, and of the offered app. */
  maxUploadMegabytes: number;
  /** The daily quotas of one device: files for commands, and files attached to tickets. */
  uploadsMegabytesPerDay: number;
  ticketFilesMegabytesPerDay: number;
  /** Uploads are refused when they would leave less free space than this on the disk of the data folder. */
  minFreeMegabytes: number;
  /** The disk quota of all archives together. */
  archivesMegabytes: number;
  /** A download is aborted after the caller has read nothing for this long. */
  downloadStallSeconds: number;
  /** How much memory, and beyond it disk space, answers of devices may use until they are stored. */
  stagedAnswersMegabytes: number;
  stagedAnswersDiskMegabytes: number;
  /** The URL of a map style; null uses the bundled world map and calls no other host. */
  mapStyleUrl: string | null;
  /** The absolute path of a PMTiles file; null looks for one in `DATA_DIR/maps`. */
  mapTilesFile: string | null;
  /** Where a map of an area can be fetched from, with `{date}` in the place of a day (20260131); null when the owner has switched it off. */
  mapSourceUrl: string | null;
  /** The URL of a geocoder with `{query}` in the place of the address; it may contain a key. Null: addresses cannot be searched. */
  geocoderUrl: string | null;
  /** Hosts of push services that the server may call, with a port unless it is 443. `*.` matches any subdomain. */
  pushServices: readonly string[];
  /** The absolute path of the file that receives the audit log's head hashes once a day; null writes none. */
  auditAnchorFile: string | null;
  logLevel: LogLevel;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks the environment. Throws a `ConfigError` for the first invalid variable. */
export function loadConfig(env: Environment): Config {
  // An empty variable counts as not set, as in environment files that list every variable.
  const read = (name: string) => env[name]?.trim() || null;
  const cluster = readClusterConfig(read);
  return {
    ...cluster,
    port: wholeNumber(read, 'PORT', { fallback: 8080, min: 0, max: 65_535 }),
    host: read('HOST') ?? '127.0.0.1',
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    databaseUrl: url(read, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    publicUrl: originUrl(read, 'PUBLIC_URL'),
    companionUrl: companionUrl(read),
    consoleOrigins: consoleOrigins(read),
    tls: tlsFiles(read),
    smtpUrl: url(read, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: mailFrom(read),
    signUp: oneOf('SIGN_UP', read('SIGN_UP') ?? 'on', ['on', 'off']) === 'on',
    adminUsername: text('ADMIN_USERNAME', read('ADMIN_USERNAME') ?? 'admin', limits.username),
    adminPassword: env['ADMIN_PASSWORD'] ? text('ADMIN_PASSWORD', env['ADMIN_PASSWORD'], limits.password) : null,
    preset: preset(read),
    demoDevices: demoDevices(read),
    demoHistory: oneOf('DEMO_HISTORY', read('DEMO_HISTORY') ?? 'on', ['on', 'off']) === 'on',
    payload: payload(read),
    maxUploadMegabytes: wholeNumber(read, 'MAX_UPLOAD_MB', {
      fallback: limits.file.defaultMaxMegabytes,
      min: 1,
      max: 1_000_000,
    }),
    uploadsMegabytesPerDay: wholeNumber(read, 'DEVICE_UPLOADS_MB_PER_DAY', {
      fallback: limits.file.defaultUploadsMegabytesPerDay,
      min: 1,
      max: 1_000_000,
    }),
    ticketFilesMegabytesPerDay: wholeNumber(read, 'DEVICE_TICKET_FILES_MB_PER_DAY', {
      fallback: limits.file.defaultTicketFilesMegabytesPerDay,
      min: 1,
      max: 1_000_000,
    }),
    minFreeMegabytes: wholeNumber(read, 'MIN_FREE_MB', {
      fallback: limits.file.defaultMinFreeMegabytes,
      min: 0,
      max: 100_000_000,
    }),
    archivesMegabytes: wholeNumber(read, 'ARCHIVES_MB', {
      fallback: limits.archive.defaultMaxMegabytes,
      min: 1,
      max: 100_000_000,
    }),
    downloadStallSeconds: wholeNumber(read, 'DOWNLOAD_STALL_SECONDS', { fallback: 60, min: 5, max: 3600 }),
    stagedAnswersMegabytes: wholeNumber(read, 'STAGED_ANSWERS_MB', { fallback: 256, min: 1, max: 1_000_000 }),
    stagedAnswersDiskMegabytes: wholeNumber(read, 'STAGED_ANSWERS_DISK_MB', { fallback: 4096, min: 1, max: 1_000_000 }),
    mapStyleUrl: mapStyleUrl(read),
    mapTilesFile: mapTilesFile(read),
    mapSourceUrl: mapSourceUrl(read),
    geocoderUrl: geocoderUrl(read),
    pushServices: pushServices(read),
    auditAnchorFile: anchorFile(read),
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', logLevels),
  };
}

/** Requires another host name, not only another port: browsers share cookies between all ports of a host. */
function companionUrl(read: Read): string | null {
  const value = originUrl(read, 'COMPANION_URL');
  const publicUrl = originUrl(read, 'PUBLIC_URL');
  if (value === null || publicUrl === null || new URL(value).hostname !== new URL(publicUrl).hostname) return value;
  throw new ConfigError('COMPANION_URL', 'must have another host name than PUBLIC_URL. Unset it to use the same one.');
}

/**
 * Accepts exact origins only, because a pattern could match unexpected sites. The companion's host is refused, because its pages
 * must not call the console's API.
 */
function consoleOrigins(read: Read): readonly string[] {
  const value = read('CONSOLE_ORIGINS');
  if (value === null) return [];
  const origins = value.split(',').map((each) => consoleOrigin(each.trim()));
  const companion = URL.parse(originUrl(read, 'COMPANION_URL') ?? '')?.hostname;
  if (!origins.some((origin) => new URL(origin).hostname === companion)) return [...new Set(origins)];
  throw new ConfigError('CONSOLE_ORIGINS', 'must not name the host of COMPANION_URL: the companion is kept apart.');
}

/** Checks the host as well, because URLs allow characters that would break out of a content security policy. */
function consoleOrigin(text: string): string {
  const url = URL.parse(text);
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol);
  if (isWeb && url.href === `${url.origin}/` && /^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(url.hostname)) return url.origin;
  throw new ConfigError(
    'CONSOLE_ORIGINS',
    'must be addresses without a path, with commas between them, such as https://console.example.org,http://localhost:5173.',
  );
}

function preset(read: Read): PresetName | null {
  const value = read('PRESET');
  return value === null ? null : oneOf('PRESET', value, presetNames);
}

function tlsFiles(read: Read): TlsFiles | null {
  const [certFile, keyFile] = [read('TLS_CERT'), read('TLS_KEY')];
  if (certFile !== null && keyFile !== null) return { certFile: resolve(certFile), keyFile: resolve(keyFile) };
  if (certFile !== null)
    throw new ConfigError('TLS_KEY', 'must be set, since TLS_CERT is: the key of that certificate.');
  if (keyFile !== null)
    throw new ConfigError('TLS_CERT', 'must be set, since TLS_KEY is: the certificate of that key.');
  return null;
}

/** Accepts an address with or without a display name: `Fairwatch <fairwatch@example.org>`. */
function mailFrom(read: Read): string {
  const value = read('MAIL_FROM');
  if (value === null)
    return `Fairwatch <fairwatch@${URL.parse(originUrl(read, 'PUBLIC_URL') ?? '')?.hostname ?? 'localhost'}>`;
  if (/^(?:[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)) return value;
  throw new ConfigError('MAIL_FROM', 'must be an address such as Fairwatch <fairwatch@example.org>.');
}

/** Accepts an API key in the URL, which every browser sees anyway, but refuses a username with a password. */
function mapStyleUrl(read: Read): string | null {
  const value = url(read, 'MAP_STYLE_URL', ['http:', 'https:']);
  if (value === null) return null;
  const { username, password, href } = new URL(value);
  if (username === '' && password === '') return href;
  throw new ConfigError('MAP_STYLE_URL', 'must not carry a name or password: every browser with the map open sees it.');
}

/** Refuses a file together with `MAP_STYLE_URL`, because only one map can be shown. */
function mapTilesFile(read: Read): string | null {
  const [value, styleUrl] = [read('MAP_TILES_FILE'), read('MAP_STYLE_URL')];
  if (value === null) return null;
  if (styleUrl === null) return resolve(value);
  throw new ConfigError('MAP_TILES_FILE', 'is set together with MAP_STYLE_URL. Unset one of them.');
}

/** Protomaps builds the planet every day, and keeps the builds of the last days. */
const defaultMapSource = 'https://build.protomaps.com/{date}.pmtiles';

/** Accepts the day in the path or the query alone, because the owner chooses the host. */
function mapSourceUrl(read: Read): string | null {
  if (read('MAP_SOURCE_URL') === 'off') return null;
  const value = url(read, 'MAP_SOURCE_URL', ['http:', 'https:']) ?? defaultMapSource;
  const { username, password, hash } = new URL(value);
  const isInHost = value.includes('{date}') && !/^https?:\/\/[^/?#{]+[/?]/.test(value);
  if (!isInHost && username === '' && password === '' && hash === '') return value;
  throw new ConfigError(
    'MAP_SOURCE_URL',
    `must be off, or the address of a .pmtiles file without a name or password, such as ${defaultMapSource}.`,
  );
}

/** Requires the place of the address in the path or the query, because the owner alone chooses the host. */
function geocoderUrl(read: Read): string | null {
  const value = url(read, 'GEOCODER_URL', ['http:', 'https:']);
  if (value === null) return null;
  const place = value.indexOf('{query}');
  const { username, password } = new URL(value);
  const isAfterHost = /^https?:\/\/[^/?#{]+[/?]/.test(value) && place !== -1;
  if (isAfterHost && username === '' && password === '') return value;
  throw new ConfigError(
    'GEOCODER_URL',
    'must have {query} in the place of the address and no name or password, such as https://geocoder.example.org/search?format=json&q={query}.',
  );
}

/** Checks each host strictly: a device chooses an address at one of them, and the server sends requests there. */
function pushServices(read: Read): readonly string[] {
  const value = read('PUSH_SERVICES');
  if (value === null) return knownPushServices;
  const hosts = value.split(',').map((host) => host.trim().toLowerCase().replace(/:443$/, ''));
  if (hosts.every(isPushService)) return hosts;
  throw new ConfigError(
    'PUSH_SERVICES',
    'must be hosts with commas between them, such as push.example.org,*.push.example.com.',
  );
}

/** True for a host with an optional port. A wildcard needs a domain below the top level: `*.org` is refused. */
function isPushService(host: string): boolean {
  const isHost = /^(?:(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*|\[[a-f\d:]+\])(?::\d{1,5})?$/.test(host);
  return isHost && !/^\*\.[^.]+$/.test(host);
}

/** Refuses a path inside the data folder, because an attacker who can change the log there could change the anchors too. */
function anchorFile(read: Read): string | null {
  const value = read('AUDIT_ANCHOR_FILE');
  if (value === null) return null;
  const path = resolve(value);
  if (relative(resolve(read('DATA_DIR') ?? './data'), path).startsWith('..')) return path;
  throw new ConfigError(
    'AUDIT_ANCHOR_FILE',
    'must be outside DATA_DIR: it is to hold when what is in there was changed.',
  );
}

function payload(read: Read): PayloadConfig {
  const mode = oneOf('PAYLOAD_MODE', read('PAYLOAD_MODE') ?? 'PLAINTEXT', payloadModes);
  const secret = read('PAYLOAD_SECRET');
  if (mode !== 'PLAINTEXT') {
    if (secret === null) throw new ConfigError('PAYLOAD_SECRET', `must be set, since PAYLOAD_MODE is ${mode}.`);
    return { mode, secret: text('PAYLOAD_SECRET', secret, limits.payloadSecret) };
  }
  if (secret === null) return { mode, secret };
  throw new ConfigError('PAYLOAD_SECRET', 'is set, but PAYLOAD_MODE is PLAINTEXT, which encrypts nothing. Unset one.');
}
