import { registerHooks } from 'node:module';
import { isOwn } from './own-modules.ts';

// Vitest tells its main process of every import that it resolves, to know in watch mode which tests a change concerns. Here these are
// tens of thousands of messages. Our relative imports are complete URLs, with nothing left to resolve; so they go past it.
const mark = Symbol.for('fairwatch.own-imports');
const marked = globalThis as { [mark]?: true };
if (!marked[mark]) {
  marked[mark] = true;
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      if (!/^\.\.?\//.test(specifier) || parentURL === undefined || !isOwn(parentURL)) return next(specifier, context);
      return { url: new URL(specifier, parentURL).href, shortCircuit: true };
    },
  });
}
