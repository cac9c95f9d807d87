import { tool } from '../core/paths.ts';
import { runNode, type RunResult } from '../core/run.ts';

interface Check {
  name: string;
  /** Each is one run of a tool; the check passes when all of them do. */
  runs: readonly (readonly string[])[];
}

function checks(): Check[] {
  return [
    { name: 'types', runs: typescriptProjects.map(typesOf) },
    { name: 'lint', runs: [[tool('oxlint/bin/oxlint'), '--deny-warnings', '--report-unused-disable-directives']] },
    { name: 'layers', runs: [['scripts/checks/check-layers.ts']] },
    { name: 'texts', runs: [['scripts/texts.ts']] },
    { name: 'format', runs: [[tool('oxfmt/bin/oxfmt'), '--check']] },
    { name: 'unused', runs: [[tool('knip/bin/knip.js'), '--no-progress']] },
  ];
}

/** One thread each: several would each check the shared types anew, which takes twice the work for no less time. */
function typesOf(project: string): string[] {
  return [tool('typescript/bin/tsc'), '-p', project, '--singleThreaded'];
}

/** The root's covers all that runs on Node. The device's covers its core, once more, as browsers see it. */
const typescriptProjects = [
  '.',
  'packages/contract',
  'packages/console',
  'packages/companion',
  'packages/companion/src/sw',
  'packages/device',
  'e2e',
];

export interface CheckResult {
  name: string;
  ok: boolean;
}

/** Runs the checks to their ends, shows the output of those that fail, and says in a line how each went. */
export async function runChecks({ leftOut }: { leftOut?: string } = {}): Promise<CheckResult[]> {
  const wanted = checks().filter(({ name }) => name !== leftOut);
  // In parallel, since each check uses only one core at times.
  return await Promise.all(wanted.map(runCheck));
}

async function runCheck({ name, runs }: Check): Promise<CheckResult> {
  const started = performance.now();
  const outcomes = await inPairs(runs);
  const failed = outcomes.filter(({ ok }) => !ok);
  for (const { output } of failed) console.log(output.trimEnd());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name} ${failed.length === 0 ? 'ok' : 'failed'} (${seconds} s)`);
  return { name, ok: failed.length === 0 };
}

/** The compiler is written in Go: where it collects its garbage less often, it takes a fifth less. */
const env = { GOGC: '400' };

/** Runs two at a time, so that the compilers of all packages do not exhaust the memory. */
async function inPairs(runs: Check['runs']): Promise<RunResult[]> {
  const waiting = runs.values();
  const outcomes: RunResult[] = [];
  const lane = async () => {
    for (const args of waiting) outcomes.push(await runNode(args, { quiet: true, env }));
  };
  await Promise.all([lane(), lane()]);
  return outcomes;
}
