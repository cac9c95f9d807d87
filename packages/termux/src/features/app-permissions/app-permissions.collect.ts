import type { Capability, PermissionStatus } from '@fairwatch/contract';
import type { Collect, RowOf } from '@fairwatch/device/core';
import { TermuxProblem, type Termux } from '../../core/termux/termux.ts';
import { parseMissingPermissions } from './app-permissions.parse.ts';
import { permissionProbes, type NeededPermission, type PermissionProbe } from './permission-probes.ts';

const withinMs = 20_000;

/**
 * Reads which permissions Termux:API was granted. Asking for a missing one makes Android ask the person, so that one whose capability
 * is not shared is never asked for. Those that did not become known are left out.
 */
export function collectAppPermissions(
  termux: Termux,
  isShared: (capability: Capability) => boolean,
): Collect<'app-permissions'> {
  return async (work) => {
    const statuses = new Map<NeededPermission['permission'], PermissionStatus>();
    const problems: TermuxProblem[] = [];
    // One after the other: Android shows one question at a time.
    for (const probe of permissionProbes.filter(({ capability }) => isShared(capability))) {
      if (probe.needs.every(({ permission }) => statuses.has(permission))) continue;
      const found = await runProbe(termux, probe, work?.signal);
      if (found instanceof TermuxProblem) problems.push(found);
      else for (const [permission, status] of found) statuses.set(permission, status);
    }
    const [problem] = problems;
    if (problem && statuses.size === 0) throw problem;
    return permissionRows(statuses, isShared);
  };
}

/** Runs a probe and returns what it told; the problem when it told nothing. */
async function runProbe(
  termux: Termux,
  { program, args, needs, answersWith }: PermissionProbe,
  signal: AbortSignal | undefined,
): Promise<[permission: string, status: PermissionStatus][] | TermuxProblem> {
  const allAre = (status: PermissionStatus) =>
    needs.map(({ permission }): [string, PermissionStatus] => [permission, status]);
  try {
    await termux.readJson(program, args, { withinMs, signal });
    return allAre('GRANTED');
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof TermuxProblem)) throw error;
    if (error.kind === 'FAILED' && answersWith && error.message.includes(answersWith)) return allAre('GRANTED');
    if (error.kind !== 'PERMISSION') return error;
    const missing = missingBy(error);
    if (missing.length === 0) return allAre('DENIED');
    return needs.map(({ permission }) => [permission, missing.includes(permission) ? 'DENIED' : 'GRANTED']);
  }
}

/** The permissions that a problem names: in what Termux:API printed, which is its cause, or in its own words. */
function missingBy({ cause, message }: TermuxProblem): string[] {
  const printed = typeof cause === 'string' ? parseMissingPermissions(cause) : null;
  return printed ?? parseMissingPermissions(message) ?? [];
}

/** A permission is "not asked" when nothing that is shared needs it. */
function permissionRows(
  statuses: ReadonlyMap<string, PermissionStatus>,
  isShared: (capability: Capability) => boolean,
): RowOf<'app-permissions'>[] {
  const needed = new Map(
    permissionProbes.flatMap(({ needs }) => needs.map((each) => [each.permission, each] as const)),
  );
  return [...needed.values()].flatMap(({ permission, title, description }) => {
    const isAsked = permissionProbes.some(
      ({ capability, needs }) => isShared(capability) && needs.some((each) => each.permission === permission),
    );
    const status = isAsked ? statuses.get(permission) : 'NOT_ASKED';
    if (status === undefined) return [];
    return [
      { key: permission, title, status, permission, description, userPermissionRequirement: 'OPTIONAL' as const },
    ];
  });
}
