import { checkBudget } from './budget/check-budget.ts';
import { ensureBuilds } from './core/builds.ts';

if (!(await ensureBuilds()) || !checkBudget('all')) process.exitCode = 1;
