import { guardianLimits, limits, type guardianLink, type mailGuardians, type OutputOf } from '@fairwatch/contract';
import { AppError } from '../../../../core/app-error.ts';
import { createToken } from '../../../../core/http/bearer-token.ts';
import { createSemaphore } from '../../../../core/jobs/semaphore.ts';
import { forgiveAttempt, takeQuota } from '../../../../shared/attempts/attempts.store.ts';
import type { Call } from '../../../../shared/routes/route.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import type { Services } from '../../../../shared/services/services.ts';
import { companionBase } from '../companion-base.ts';
import { releaseSent, takeReminderQuota } from '../passcode-reminders.store.ts';
import { findNoLinkReason, lockDueLinks, replaceTokens, restoreLinks, type DueLink } from './guardian-links.store.ts';
import { guardianMail } from './guardian-mail.ts';

/** How many mails are sent at a time. */
const inParallel = 8;
/** After this many failures the mail server counts as unreachable, and the rest is not tried: each try may take its whole timeout. */
const failuresTolerated = 16;

const { mailsPerAddress } = guardianLimits;
const { remindEveryMs: windowMs } = limits.passcode;

/** A link with its new token. */
type NewLink = DueLink & { token: string; tokenHash: Buffer; addressHash: string };
const subjectOf = ({ addressHash }: Pick<NewLink, 'addressHash'>) => `guardian:to:${addressHash}`;

/** Mails guardians the link with which they sign. What the mail server did not take can be sent again at once. */
export async function mailGuardiansOf(
  services: Services,
  call: Call<typeof mailGuardians>,
): Promise<OutputOf<typeof mailGuardians>> {
  const base = companionBase(services, call.caller.origin);
  if (base === null) throw new AppError('no_public_address');
  const ids = [...new Set(call.input.ids)];
  const { links, waiting } = await claimLinks(services, call, ids);
  if (waiting > 0 && links.length === 0)
    throw new AppError('too_many_reminders', { count: limits.passcode.remindersPerAdmin });
  const failed = await sendAll(services, call, { links, base });
  const sent = links.length - failed;
  if (sent === 0 && failed > 0) throw new AppError('mail_not_sent');
  if (sent > 0) services.bus.publish('changed', { feature: 'passcodes', deviceId: null });
  return { sent, skipped: ids.length - links.length, failed };
}

/**
 * Mails the guardians of passcodes that were just made, as far as that is possible now, and returns how many were sent. The list shows the
 * others as not mailed, with a link to copy.
 */
export async function mailNewGuardians(
  services: Services,
  call: Pick<Call<typeof mailGuardians>, 'session' | 'scope' | 'caller'>,
  ids: readonly number[],
): Promise<number> {
  const base = companionBase(services, call.caller.origin);
  if (base === null || ids.length === 0) return 0;
  const { links } = await claimLinks(services, call, ids);
  return links.length - (await sendAll(services, call, { links, base }));
}

type Sender = Pick<Call<typeof mailGuardians>, 'session' | 'scope'>;

/** Gives a new token to each link that may be mailed now: as many as its address, this admin and all admins may still get or send in a day. */
async function claimLinks(
  { db, vault }: Services,
  { session, scope }: Sender,
  ids: readonly number[],
): Promise<{ links: NewLink[]; waiting: number }> {
  return await db.transaction().execute(async (transaction) => {
    const due = (await lockDueLinks(transaction, scope, ids)).map((link): NewLink =>
      Object.assign(link, {
        ...createToken(),
        addressHash: vault.mac('guardian address', link.email.toLowerCase()).toString('base64url'),
      }),
    );
    const free = await takeAddresses(transaction, due);
    const links = free.slice(0, await takeReminderQuota(transaction, session.userId, free.length));
    await releaseAddresses(transaction, free.slice(links.length));
    await replaceTokens(transaction, links, { isMailed: true });
    return { links, waiting: due.length };
  });
}

/** Takes a mail to each address from what it may get in a day, in the order of the addresses against deadlocks. */
async function takeAddresses(transaction: Database, due: readonly NewLink[]): Promise<NewLink[]> {
  const byAddress = Map.groupBy(due, subjectOf);
  const free = new Set<NewLink>();
  for (const subject of [...byAddress.keys()].toSorted()) {
    const links = byAddress.get(subject) ?? [];
    const taken = await takeQuota(transaction, subject, { most: mailsPerAddress, windowMs }, links.length);
    for (const link of links.slice(0, taken)) free.add(link);
  }
  return due.filter((link) => free.has(link));
}

async function releaseAddresses(db: Database, unsent: readonly NewLink[]): Promise<void> {
  for (const subject of unsent.map(subjectOf).toSorted()) await forgiveAttempt(db, subject);
}

/** Sends the mails, and undoes what was claimed for those that failed. Returns their number. */
async function sendAll(
  { db, mail }: Services,
  { session }: Sender,
  { links, base }: { links: readonly NewLink[]; base: string },
): Promise<number> {
  const unsent: NewLink[] = [];
  const oneOf = createSemaphore(inParallel);
  const send = async (link: NewLink) => {
    if (unsent.length >= failuresTolerated) return void unsent.push(link);
    // The failure itself is logged by `mail`, without the address.
    await mail
      .send(guardianMail(link, { base, token: link.token, from: session.username }))
      .catch(() => unsent.push(link));
  };
  try {
    await Promise.all(links.map((link) => oneOf(() => send(link))));
  } finally {
    await restoreLinks(db, unsent);
    await releaseAddresses(db, unsent);
    await releaseSent(db, session.userId, unsent.length);
  }
  return unsent.length;
}

/** Makes a link for an admin to pass on. The signature then says that it was not mailed. */
export async function makeGuardianLink(
  { db, bus }: Services,
  { scope, input }: Call<typeof guardianLink>,
): Promise<OutputOf<typeof guardianLink>> {
  const { token, tokenHash } = createToken();
  const expiresAt = await db.transaction().execute(async (transaction) => {
    const [link] = await lockDueLinks(transaction, scope, [input.id]);
    if (link === undefined) return null;
    await replaceTokens(transaction, [{ passcodeId: link.passcodeId, tokenHash }], { isMailed: false });
    return link.expiresAt;
  });
  if (expiresAt === null) {
    const found = await findNoLinkReason(db, scope, input.id);
    if (found === undefined) throw new AppError('passcode_not_found');
    throw new AppError(found.isDecided ? 'guardian_decided' : 'guardian_link_expired');
  }
  bus.publish('changed', { feature: 'passcodes', deviceId: null });
  return { token, expiresAt };
}
