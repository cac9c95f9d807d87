import path from 'node:path';
import { root } from '../../core/paths.ts';
import { runCommand } from '../commands.ts';
import { check, type Steps } from './steps.ts';

/** Builds the Kustomize base with kubectl, where this machine has it. No cluster is asked: that it runs on one is not shown here. */
export async function tryKustomize({ step }: Steps): Promise<void> {
  const folder = path.join(root, 'release/kubernetes');
  await step('kubectl kustomize builds the base', async () => {
    const built = await runCommand('kubectl', ['kustomize', folder], { cwd: folder });
    for (const expected of [
      'path: /health/live',
      'path: /health/ready',
      'type: Recreate',
      'readOnlyRootFilesystem: true',
    ])
      check(built.includes(expected), `It has no "${expected}".`);
  });
}
