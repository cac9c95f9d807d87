import { z } from 'zod/mini';
import { capabilityNames } from '../../core/access/capabilities.ts';
import { timeZone } from '../../core/fields/time-zone.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { installationFace, presetNames, usedKinds } from '../../shared/preset.ts';
import { sharingHours } from '../../shared/times/sharing-hours.ts';

const capability = z.enum(capabilityNames);

/** The preset of the installation, with who chose it. */
const presetSettings = z.extend(installationFace, {
  /** Who changed the preset or the kinds last, and when; null while nobody has. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
});
export type PresetSettings = z.infer<typeof presetSettings>;

export const loadPreset = endpoint({
  path: 'config/preset',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  staleBy: ['profile'],
  summary: 'Who this installation is for, and which kinds of data it uses',
  input: z.strictObject({}),
  output: presetSettings,
});

const wanted = {
  preset: z.enum(presetNames),
  /** What the installation uses from now on. */
  usedKinds,
  /** Also sets the retention, the default sharing hours and the policies of use that the preset proposes. */
  withRules: z.boolean(),
  /** Of the proposed hours; the server's own when left out. */
  timeZone: z.optional(timeZone),
};

/** What a change of the preset or of the kinds would do. Numbers only, of the whole installation: a SUPER_ADMIN has every device in scope. */
const presetChanges = z.object({
  /** The kinds that it would take away. */
  takenAway: z.array(
    z.object({
      capability,
      /** How many devices share it now. */
      sharedBy: z.int(),
      /** How many devices have collected data of it, and how much: rows and files, which would be deleted. */
      devices: z.int(),
      rows: z.int(),
    }),
  ),
  /** The kinds that it would give back. Nobody shares them until they switch them on. */
  givenBack: z.array(capability),
  /** What `withRules` would change; empty without it, and where nothing differs. */
  retention: z.array(z.object({ kind: z.string(), title: z.string(), before: z.int(), after: z.int() })),
  policies: z.array(
    z.object({
      capability,
      before: z.object({ reason: z.enum(['NONE', 'ASKED', 'REQUIRED']), approval: z.boolean() }),
      after: z.object({ reason: z.enum(['NONE', 'ASKED', 'REQUIRED']), approval: z.boolean() }),
    }),
  ),
  hours: z.nullable(z.object({ before: z.nullable(sharingHours), after: z.nullable(sharingHours) })),
});
export type PresetChanges = z.infer<typeof presetChanges>;

export const previewPreset = endpoint({
  path: 'config/preset/preview',
  access: 'super-admin',
  tells: ['DEVICE'],
  answers: 'how many devices share and have collected a kind of data, over the whole installation',
  log: 'only numbers',
  summary: 'What a change of the preset or of the used kinds of data would change and delete',
  input: z.strictObject(wanted),
  output: presetChanges,
});

/**
 * Sets the preset and the kinds that are used, in one transaction. A kind that is taken away is refused at once; what was collected of it
 * is deleted, the log of each device that shared it or has data of it says so, and connected devices are told. A kind that is given back
 * is shared by nobody until its person switches it on.
 */
export const updatePreset = endpoint({
  path: 'config/preset/update',
  access: 'super-admin',
  tells: [],
  log: { action: 'KINDS' },
  summary: 'Change who this installation is for, and which kinds of data it uses',
  input: z.strictObject(wanted),
  output: presetSettings,
});
