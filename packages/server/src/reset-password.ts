import { parseArgs } from 'node:util';
import { appendAccess, holdAccess } from './core/access/access-log.store.ts';
import { clearAttemptsOf } from './core/attempts.store.ts';
import { loadConfig } from './core/config.ts';
import { openDatabaseBeside } from './core/database/open-database.ts';
import type { Database } from './core/database/schema.ts';
import { runScript } from './core/run-script.ts';
import { findAccountByName, writePasswordHash, type NamedAccount } from './core/session/accounts.store.ts';
import { makePassword } from './core/session/first-admin.ts';
import { guessedName } from './core/session/guess-limit.ts';
import { hashPassword } from './core/session/password.ts';
import { deleteSessionsOf } from './core/session/sessions.store.ts';
import { deleteTwoFactor } from './core/session/two-factor/two-factor.store.ts';
import { StartError } from './core/start-error.ts';
import { takePasskeys } from './features/admins/accounts.store.ts';

const usage = 'Usage: npm run reset-password -- USERNAME [--two-factor]';
/** Stands in the access log for whoever sits at the machine: no account has the id, and no username has a space. */
const atTheMachine = { id: 0, username: 'owner at the machine' };

interface Wish {
  username: string;
  /** Also takes two-factor sign-in and passkeys away. */
  twoFactor: boolean;
}

/** Gives an account a new password for an owner who can reach the machine, and nothing else of it. */
async function run(args: string[]): Promise<boolean> {
  const { username, twoFactor } = readWish(args);
  const { db, close } = await openDatabaseBeside(loadConfig(process.env));
  try {
    const password = makePassword();
    const account = await reset(db, { username, twoFactor }, await hashPassword(password));
    const lines = [
      `The new password of ${account.username}: ${password}   (shown only now)`,
      'Every session of the account was signed out.',
      ...(twoFactor ? ['Its two-factor sign-in and passkeys were removed.'] : []),
      ...(account.blocked ? ['The account is still blocked: a super admin can unblock it.'] : []),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return true;
  } finally {
    await close();
  }
}

function readWish(args: string[]): Wish {
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
    // An option that does not exist: the usage says which do.
  }
  throw new StartError(usage);
}

/** Sessions end with their rows: a running server reads them anew within seconds. */
async function reset(db: Database, { username, twoFactor }: Wish, passwordHash: string): Promise<NamedAccount> {
  return await db.transaction().execute(async (transaction) => {
    await holdAccess(transaction);
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
      const passkeys = await takePasskeys(transaction, account.id);
      const before = { twoFactor: wasOn ? 'on' : 'off', passkeys };
      await appendAccess(transaction, {
        ...by,
        action: 'RESET_SIGN_IN',
        before,
        after: { twoFactor: 'off', passkeys: [] },
      });
    }
    // Wrong passwords and codes from before must not keep the owner out.
    await clearAttemptsOf(transaction, { kind: 'login', of: guessedName(account.username) });
    await clearAttemptsOf(transaction, { kind: 'second-factor', of: String(account.id) });
    return account;
  });
}

await runScript(() => run(process.argv.slice(2)));
