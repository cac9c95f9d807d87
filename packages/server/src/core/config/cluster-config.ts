import { BlockList, isIP } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { ConfigError, text, url, wholeNumber, type Read } from './config-values.ts';

/** The bucket for files. */
export interface S3Bucket {
  /** The address of the store, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Where figures for Prometheus are served. */
export interface MetricsConfig {
  /** An address of its own; null serves them on the address of the console. */
  address: { host: string; port: number } | null;
  /** The bearer token that callers must present; null only with an address of its own. */
  token: string | null;
}

/** The settings that matter only to a server that shares its database with others. */
export interface ClusterConfig {
  /** The NATS servers over which several servers tell each other what changed; null for a single server. */
  natsUrl: string | null;
  /** The store for files; null keeps them in the data folder. */
  s3: S3Bucket | null;
  /** The absolute path of the vault's key; null uses `vault.key` in the data folder. */
  vaultKeyFile: string | null;
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted, besides those on this machine. */
  trustedProxies: readonly string[];
  /** The name of this server, by which the owner tells it from the others. */
  serverName: string;
  metrics: MetricsConfig | null;
  /** How long the devices may take to move to other servers before this one stops. */
  drainSeconds: number;
}

const nameLength = { minLength: 1, maxLength: 63 };
const tokenLength = { minLength: 16, maxLength: 200 };

/** Reads what several servers need. Refuses combinations that would lose data, such as files on the disk of one of them. */
export function readClusterConfig(read: Read): ClusterConfig {
  const natsUrl = natsUrls(read);
  if (natsUrl !== null) {
    requireForCluster(read, 'DATABASE_URL', 'all servers use one PostgreSQL');
    requireForCluster(read, 'S3_URL', 'files on the disk of one server cannot be read by the others');
    requireForCluster(read, 'SMTP_URL', 'mails in the outbox folder of one server would be read by nobody');
  }
  const keyFile = read('VAULT_KEY_FILE');
  return {
    natsUrl,
    s3: s3Bucket(read),
    vaultKeyFile: keyFile === null ? null : resolve(keyFile),
    trustedProxies: trustedProxies(read),
    serverName: text('SERVER_NAME', read('SERVER_NAME') ?? hostname().slice(0, nameLength.maxLength), nameLength),
    metrics: metrics(read),
    drainSeconds: wholeNumber(read, 'DRAIN_SECONDS', { fallback: natsUrl === null ? 0 : 10, min: 0, max: 600 }),
  };
}

/**
 * The number of simulated phones; null for as many as suit the installation. A cluster has none: each server would start its own fleet of the
 * same phones.
 */
export function demoDevices(read: Read): number | null {
  const isCluster = read('NATS_URL') !== null;
  if (read('DEMO_DEVICES') === null) return isCluster ? 0 : null;
  const count = wholeNumber(read, 'DEMO_DEVICES', { fallback: 0, min: 0, max: 10_000 });
  if (!isCluster || count === 0) return count;
  throw new ConfigError(
    'DEMO_DEVICES',
    'must be 0 or unset, since NATS_URL is set: a cluster has no simulated phones.',
  );
}

function requireForCluster(read: Read, name: string, why: string): void {
  if (read(name) === null) throw new ConfigError(name, `must be set, since NATS_URL is: ${why}.`);
}

/** Accepts several addresses with commas between them. The message repeats none, because they may contain a password. */
function natsUrls(read: Read): string | null {
  const value = read('NATS_URL');
  if (value === null) return null;
  if (value.split(',').every((each) => ['nats:', 'tls:'].includes(URL.parse(each.trim())?.protocol ?? '')))
    return value;
  throw new ConfigError('NATS_URL', 'must be addresses that start with nats:// or tls://, with commas between them.');
}

/** The message does not repeat the value, because it contains the secret key. */
function s3Bucket(read: Read): S3Bucket | null {
  const value = url(read, 'S3_URL', ['http:', 'https:']);
  if (value === null) return null;
  const { origin, username, password, pathname, searchParams } = new URL(value);
  const bucket = pathname.slice(1);
  if (/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket) && username !== '' && password !== '') {
    return {
      endpoint: origin,
      bucket,
      region: searchParams.get('region') ?? 'us-east-1',
      accessKey: decodeURIComponent(username),
      secretKey: decodeURIComponent(password),
    };
  }
  throw new ConfigError(
    'S3_URL',
    'must name the keys, the store and the bucket, such as https://ACCESS_KEY:SECRET_KEY@s3.example.org/fairwatch?region=us-east-1.',
  );
}

function trustedProxies(read: Read): readonly string[] {
  const value = read('TRUSTED_PROXIES');
  if (value === null) return [];
  const proxies = value.split(',').map((each) => each.trim());
  if (proxies.every(isAddressOrNetwork)) return proxies;
  throw new ConfigError(
    'TRUSTED_PROXIES',
    'must be addresses or networks with commas between them, such as 10.0.0.7,192.168.1.0/24.',
  );
}

function isAddressOrNetwork(value: string): boolean {
  try {
    addTo(new BlockList(), value);
    return true;
  } catch {
    return false;
  }
}

/** Adds an address (`10.0.0.7`) or a network (`10.0.0.0/8`) to a list. Throws when it is neither. */
export function addTo(list: BlockList, value: string): void {
  const [address = '', prefix, ...rest] = value.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0 || rest.length > 0) throw new TypeError(`${value} is not an address or a network.`);
  if (prefix === undefined) return list.addAddress(address, family);
  if (!/^\d{1,3}$/.test(prefix)) throw new TypeError(`${value} is not a network.`);
  list.addSubnet(address, Number(prefix), family);
}

function metrics(read: Read): MetricsConfig | null {
  const [address, given] = [read('METRICS_ADDRESS'), read('METRICS_TOKEN')];
  const token = given === null ? null : text('METRICS_TOKEN', given, tokenLength);
  if (address === null) return token === null ? null : { address: null, token };
  const [, host, port] = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(address) ?? [];
  if (host === undefined || Number(port) > 65_535) {
    throw new ConfigError('METRICS_ADDRESS', `must be a host and a port, such as 127.0.0.1:9464, not "${address}".`);
  }
  return { address: { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }, token };
}
