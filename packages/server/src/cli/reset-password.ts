import { parseArgs } from 'node:util';
import { appendAccess, lockAccessLog } from '../shared/audit/access-log.store.ts';
import { clearAttemptsOf } from '../shared/attempts/attempts.store.ts';
import { loadConfig } from '../core/config/config.ts';
import { openDatabaseBeside } from '../shared/schema/open-database.ts';
import type { Database } from '../shared/schema/schema.ts';
import { ownersCommand } from './owners-command.ts';
import { runScript } from './run-script.ts';
import { findAccountByName, writePasswordHash, type NamedAccount } from '../modules/accounts/accounts.store.ts';
import { generatePassword } from '../modules/accounts/first-admin.ts';
import { normalizedName } from '../modules/accounts/guess-limit.ts';
import { hashPassword } from '../modules/accounts/password.ts';
import { deleteSessionsOf } from '../shared/sessions/sessions.store.ts';
import { deleteTwoFactor } from '../modules/accounts/two-factor/two-factor.store.ts';
import { StartError } from '../core/config/start-error.ts';
import { deletePasskeysOf } from '../modules/accounts/accounts.store.ts';

const usage = `Usage: ${ownersCommand('reset-password', 'USERNAME [--two-factor]')}`;
/** The actor in the access log. No account has this id, and no username contains a space. */
const atTheMachine = { id: 0, username: 'owner at the machine' };

interface Arguments {
  username: string;
  /** Whether to remove two-factor sign-in and passkeys as well. */
  twoFactor: boolean;
}

/** Sets a new password for an account, for an owner who has lost access to the console but not to the machine. */
async function run(args: string[]): Promise<boolean> {
  const { username, twoFactor } = readArguments(args);
  const { db, close } = await openDatabaseBeside(loadConfig(process.env));
  try {
    const password = generatePassword();
    const account = await reset(db, { username, twoFactor }, await hashPassword(password));
    const lines = [
      `The new password of ${account.username}: ${password}   (shown only now)`,
      'Every session of the account was signed out.',
      ...(twoFactor ? ['Its two-factor sign-in and passkeys were removed.'] : []),
      ...(account.blocked ? ['The account is still blocked: a Super Admin can unblock it.'] : []),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return true;
  } finally {
    await close();
  }
}

function readArguments(args: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'two-factor': { type: 'boolean', default: false } },
    });
    const [username = ''] = positionals;
    if (positionals.length === 1 && username.trim() !== '') {
      return { username: username.trim(), twoFactor: values['two-factor'] };
    }
  } catch {
    // An unknown option: the usage is printed below.
  }
  throw new StartError(usage);
}

/** Sets the password and deletes the sessions. A running server notices within seconds. */
async function reset(db: Database, { username, twoFactor }: Arguments, passwordHash: string): Promise<NamedAccount> {
  return await db.transaction().execute(async (transaction) => {
    await lockAccessLog(transaction);
    const account = await findAccountByName(transaction, username);
    if (account === null) throw new StartError(`There is no account with the username ${username}.`);
    if (account.passwordHash === null)
      throw new StartError(`${account.username} is the person of a device: nobody signs in with it.`);
    await writePasswordHash(transaction, account.id, passwordHash);
    await deleteSessionsOf(transaction, account.id);
    const by = { actor: atTheMachine, account };
    const after = { password: 'reset at the machine', sessions: 'ended' };
    await appendAccess(transaction, { ...by, action: 'PASSWORD', before: {}, after });
    if (twoFactor) {
      const wasOn = await deleteTwoFactor(transaction, account.id);
      const passkeys = await deletePasskeysOf(transaction, account.id);
      const before = { twoFactor: wasOn ? 'on' : 'off', passkeys };
      await appendAccess(transaction, {
        ...by,
        action: 'RESET_SIGN_IN',
        before,
        after: { twoFactor: 'off', passkeys: [] },
      });
    }
    // Earlier failed attempts must not block the owner.
    await clearAttemptsOf(transaction, { kind: 'login', of: normalizedName(account.username) });
    await clearAttemptsOf(transaction, { kind: 'second-factor', of: String(account.id) });
    return account;
  });
}

await runScript(() => run(process.argv.slice(2)));
