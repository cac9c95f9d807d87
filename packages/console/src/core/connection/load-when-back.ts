import { serverAnswers } from './server-answers.ts';
import { tellSilence } from './silence.ts';
import { onWorthTrying } from './worth-trying.ts';

function whenWorthTrying(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = onWorthTrying(resolve);
  return promise.finally(stop);
}

/**
 * Loads a part of the shell that is needed only now and then. While the server is away it waits (and says so once, by
 * `onAway`) instead of failing: an error in the shell would take the whole console off the screen.
 */
export async function loadWhenBack<Loaded>(load: () => Promise<Loaded>, onAway?: () => void): Promise<Loaded> {
  for (let told = false; ; told = true) {
    try {
      return await load();
    } catch (error) {
      if (await serverAnswers()) throw error;
      tellSilence();
      if (!told) onAway?.();
      await whenWorthTrying();
    }
  }
}
