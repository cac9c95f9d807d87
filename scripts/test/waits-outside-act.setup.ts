import { vi } from 'vitest';

type Callback = () => unknown;
type Wait = (callback: Callback, options?: never) => Promise<unknown>;

const react: { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined } = globalThis as never;

/** Lets time pass without React's demand for act(). Only a look at the awaited state may use act(), as the test around it. */
function outsideAct(wait: Wait): Wait {
  return async (callback, options) => {
    const demanded = react.IS_REACT_ACT_ENVIRONMENT;
    const look = async () => {
      react.IS_REACT_ACT_ENVIRONMENT = demanded;
      try {
        return await callback();
      } finally {
        react.IS_REACT_ACT_ENVIRONMENT = false;
      }
    };
    try {
      return await wait(look, options);
    } finally {
      react.IS_REACT_ACT_ENVIRONMENT = demanded;
    }
  };
}

// Code that arrives, an answer of the server or the end of a transition updates the page at a moment of its own, which no test can
// wrap in act(). React would warn about just what the test waits for. Replaced once for all files of a worker.
const mark = Symbol.for('fairwatch.waits-outside-act');
const marked = vi as typeof vi & { [mark]?: true };
if (!marked[mark]) {
  marked[mark] = true;
  vi.waitFor = outsideAct(vi.waitFor as Wait) as typeof vi.waitFor;
  vi.waitUntil = outsideAct(vi.waitUntil as Wait) as typeof vi.waitUntil;
}
