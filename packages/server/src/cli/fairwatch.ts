import { describeError } from '../core/describe-error.ts';

/** The commands of an owner on a machine with an installed Fairwatch, each as `npm run` has it in a checkout. */
const commands = {
  start: { does: 'runs the server until a signal ends it', load: () => import('../main.ts') },
  status: { does: 'says whether the server answers, and which version it is', load: () => import('./status.ts') },
  backup: {
    does: 'backs up the database and the files into a folder: backup [FOLDER]',
    load: () => import('./backup.ts'),
  },
  restore: { does: 'restores a backup into an empty installation: restore FOLDER', load: () => import('./restore.ts') },
  'audit-verify': {
    does: 'checks that nothing in the logs was changed or removed',
    load: () => import('./audit-verify.ts'),
  },
  'reset-password': {
    does: 'sets a new password: reset-password USERNAME [--two-factor]',
    load: () => import('./reset-password.ts'),
  },
  maintenance: { does: 'switches maintenance mode: maintenance on|off|status', load: () => import('./maintenance.ts') },
  'local-ca': { does: 'makes a certificate for a home network', load: () => import('./local-ca.ts') },
} as const;

function usage(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`);
  return `Usage: fairwatch COMMAND\n\n${lines.join('\n')}\n`;
}

const [name = 'help', ...rest] = process.argv.slice(2);
if (Object.hasOwn(commands, name)) {
  // Each command reads its arguments as if it had been started by itself.
  process.argv.splice(2, Infinity, ...rest);
  await commands[name as keyof typeof commands].load();
} else {
  const isAsked = name === 'help' || name === '--help';
  (isAsked ? process.stdout : process.stderr).write(
    isAsked ? usage() : `${describeError(`There is no command "${name}".`)}\n${usage()}`,
  );
  if (!isAsked) process.exitCode = 1;
}
