import { createConnection } from 'node:net';
import { maxAnswerBytes, readAnswer } from './control-line.ts';
import { controlLine, type ControlMessage } from './control-words.ts';
import { programText } from '../texts/program.texts.ts';

const answerTimeoutMs = 20_000;

/** Tells the running process a tap; resolves with what it answers. */
export async function askRunning(path: string, message: ControlMessage): Promise<{ isDone: boolean; text: string }> {
  return readAnswer(await exchange(path, `${controlLine(message)}\n`));
}

/** Whether somebody listens on this socket. */
export function canReach(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const end = (isReached: boolean) => {
      socket.destroy();
      resolve(isReached);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

function exchange(path: string, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    let text = '';
    socket.setEncoding('utf8');
    socket.setTimeout(answerTimeoutMs, () => socket.destroy());
    socket.once('connect', () => socket.write(line));
    socket.on('data', (piece: string) => {
      text += piece;
      if (text.length > maxAnswerBytes) socket.destroy();
    });
    socket.once('error', (error) => reject(new Error(programText('control.notRunning'), { cause: error })));
    socket.once('close', () => resolve(text));
  });
}
