import type { Services } from '../../../shared/services/services.ts';

/**
 * The origin of the companion for links in mails; null when none is known. The called address is used only while mails stay on this machine:
 * real mails must not carry a host that a request made up.
 */
export function companionBase({ config }: Pick<Services, 'config'>, origin: string): string | null {
  return config.companionUrl ?? config.publicUrl ?? (config.smtpUrl === null ? origin : null);
}
