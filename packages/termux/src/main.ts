import './core/node20.ts';
import { isMainThread } from 'node:worker_threads';
import { parseArguments, type Task } from './arguments.ts';
import { askRunning } from './core/control/control-client.ts';
import type { ControlMessage } from './core/control/control-words.ts';
import { controlPath } from './core/control/control-path.ts';
import { usualStateFolder } from './core/state/state-folder.ts';
import { openLanguage, readersLanguages } from './core/texts/termux-language.ts';
import { programText } from './core/texts/program.texts.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** Passes a tap on to the program that runs. Nothing else is loaded for it: the person waits for the answer. */
async function act(message: ControlMessage, home: string | null): Promise<void> {
  const { isDone, text } = await askRunning(controlPath(home ?? usualStateFolder()), message);
  if (!isDone) throw new Error(text);
  print(text);
}

async function carryOut(task: Task): Promise<void> {
  switch (task.kind) {
    case 'help':
      return print(programText.list('help').join('\n'));
    case 'act':
      return await act(task.message, task.home);
    case 'wrong':
      throw new Error(programText('arguments.seeHelp', { problem: task.problem }));
    case 'version': {
      const { version } = await import('./core/version.ts');
      return print(programText('version', { version }));
    }
    case 'run':
    case 'join':
    case 'screen': {
      const { runProgram } = await import('./run-program.ts');
      return await runProgram(task, print);
    }
  }
}

async function start(): Promise<never> {
  try {
    openLanguage(readersLanguages());
    await carryOut(parseArguments(process.argv.slice(2)));
    // Whatever a library still waits for must not keep the phone busy.
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

// The program runs itself in a thread to read a calendar; there it does nothing else.
if (isMainThread) await start();
else await import('./features/calendar-events/read-calendar.ts');
