import * as react from 'react';

/** React's own record of how many owner stacks it took lately. From 10,000 on it takes no more. */
interface Internals {
  recentlyCreatedOwnerStacks?: number;
}

// For every element that is made, React notes a stack trace, to say in a warning which component made it. That is a sixth of the
// work of the tests of pages; the warnings come without it just as well.
const internals = (react as { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: Internals })
  .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
if (internals?.recentlyCreatedOwnerStacks !== undefined) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });
}
