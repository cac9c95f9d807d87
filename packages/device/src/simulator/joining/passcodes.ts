import type { Ground } from '@fairwatch/contract';
import { z } from 'zod/mini';

const passcodesMessage = z.object({ type: z.literal('passcodes'), codes: z.array(z.string()) });

/**
 * Provides the passcodes of a fleet, one for each ground: from the process that started it, or from a list typed by hand, whose
 * passcodes may have other grounds.
 */
export type PasscodeSource = (grounds: readonly Ground[]) => Promise<readonly string[]>;

export function passcodesFromList(list: readonly string[]): PasscodeSource {
  const left = [...list];
  return async ({ length: count }) => {
    if (left.length < count) throw new Error(`${count} passcodes are needed and ${left.length} are left.`);
    return left.splice(0, count);
  };
}

/** Requests passcodes over the process channel. Requests run in sequence, because responses have no id. */
export function passcodesFromParent(channel: Pick<NodeJS.Process, 'send' | 'on' | 'off'>): PasscodeSource {
  let earlier: Promise<unknown> = Promise.resolve();
  const ask = (grounds: readonly Ground[]) =>
    new Promise<readonly string[]>((resolve) => {
      const listen = (message: unknown) => {
        const parsed = passcodesMessage.safeParse(message);
        if (!parsed.success) return;
        channel.off('message', listen);
        resolve(parsed.data.codes);
      };
      channel.on('message', listen);
      channel.send?.({ type: 'passcodes-needed', count: grounds.length, grounds });
    });
  return (grounds) => {
    const answer = earlier.then(() => ask(grounds));
    earlier = answer;
    return answer;
  };
}
