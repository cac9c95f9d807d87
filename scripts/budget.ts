import { checkBudget } from './budget/check-budget.ts';
import { ensureBrowserBuilds } from './core/browser-builds.ts';

if (!(await ensureBrowserBuilds()) || !checkBudget()) process.exitCode = 1;
