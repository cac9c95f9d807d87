import { checkBudget } from './budget/check-budget.ts';
import { ensureConsoleBuilt } from './core/console-build.ts';

if (!(await ensureConsoleBuilt()) || !checkBudget()) process.exitCode = 1;
