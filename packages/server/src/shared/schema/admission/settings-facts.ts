import { version } from '@fairwatch/contract';
import type { Config } from '../../../core/config/config.ts';
import type { Vault } from '../../../core/vault.ts';

/** The settings in which all servers of a cluster must agree, as texts. A secret is only there as a keyed hash. */
export type SettingsFacts = Readonly<Record<string, string>>;

/** The name of the fact that is no variable: program and schema. */
export const versionFact = 'version';

/**
 * Lists what must agree, because a phone or a console meets another server with its next request: how payloads are encrypted, the
 * addresses in links and origin checks, where files are, and what callers are refused. Not among them: what concerns the machine
 * alone (ports, certificates, folders, log level), addresses that may differ from machine to machine (PostgreSQL, NATS, the mail
 * server), and what changes no answer.
 */
export function settingsFacts(config: Config, vault: Pick<Vault, 'mac'>, newestMigration: string): SettingsFacts {
  const { payload, s3 } = config;
  const fingerprint = (name: string, value: string) => vault.mac('settings', `${name}\0${value}`).toString('base64url');
  return {
    // The schema tells apart what was built between two versions.
    [versionFact]: `${version} (${newestMigration.slice(0, 4)})`,
    PAYLOAD_MODE: payload.mode,
    PAYLOAD_SECRET: payload.secret === null ? '' : fingerprint('PAYLOAD_SECRET', payload.secret),
    PUBLIC_URL: config.publicUrl ?? '',
    COMPANION_URL: config.companionUrl ?? '',
    CONSOLE_ORIGINS: config.consoleOrigins.toSorted().join(','),
    S3_URL: s3 === null ? '' : `${s3.endpoint}/${s3.bucket}`,
    SIGN_UP: config.signUp ? 'on' : 'off',
    MAX_UPLOAD_MB: String(config.maxUploadMegabytes),
    DEVICE_UPLOADS_MB_PER_DAY: String(config.uploadsMegabytesPerDay),
    DEVICE_TICKET_FILES_MB_PER_DAY: String(config.ticketFilesMegabytesPerDay),
    ARCHIVES_MB: String(config.archivesMegabytes),
    MAP_STYLE_URL: config.mapStyleUrl ?? '',
    MAP_SOURCE_URL: config.mapSourceUrl ?? 'off',
    PUSH_SERVICES: config.pushServices.toSorted().join(','),
  };
}

/** Facts that are keyed hashes, which would tell an owner nothing. */
const secrets = ['PAYLOAD_SECRET'];

/** Names the first difference in one sentence; null when there is none. Never repeats a secret. */
export function describeDifference(own: SettingsFacts, others: SettingsFacts): string | null {
  const mine = own[versionFact] ?? '';
  const theirs = others[versionFact] ?? '';
  if (mine !== theirs) {
    return `This server is version ${mine}, and the servers that run already are version ${theirs}. Stop them all to upgrade.`;
  }
  const name = Object.keys({ ...others, ...own }).find((each) => own[each] !== others[each]);
  if (name === undefined) return null;
  const values = `it is ${own[name] || 'not set'} here and ${others[name] || 'not set'} there`;
  return `${name} differs from that of the servers that run already${secrets.includes(name) ? '' : `: ${values}`}. Give all servers the same, or stop them all to change it.`;
}
