export { fakeCalls, fakeMessages } from './fake-termux/fake-rows.ts';
export { createTermuxPhone, type RunningProgram, type TermuxPhone } from './termux-program.ts';
export { walkPages } from './walk-pages.ts';
export { furnish, joinInTerminal, leaveInTerminal } from './walk-program.ts';
