import { z } from 'zod/mini';
import { commandCatalogue, givesCommand, listsCommands } from '../../shared/command.ts';
import { contentLinkCall } from '../../shared/content.ts';
import { deviceId } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { pageInput } from '../../core/http/envelope.ts';
import { cameras } from '../../shared/cameras.ts';
import { sha256 } from '../../shared/stored/file-names.ts';
import { rowsLine } from '../../shared/log/list-lines.ts';
import { plainLine } from '../../shared/log/log-line.ts';
import type { Noun } from '../../shared/log/words/line-words.ts';

/** What can be captured on a device, with the command that asks for it. */
export const captureKinds = {
  PHOTO: 'CAPTURE_PHOTO',
  VIDEO: 'CAPTURE_VIDEO',
  VOICE: 'CAPTURE_VOICE',
  CALL: 'RECORD_CALL',
} as const;
export type CaptureKind = keyof typeof captureKinds;

const captureNouns = {
  PHOTO: 'photosTaken',
  VIDEO: 'videosRecorded',
  VOICE: 'voiceRecordings',
  CALL: 'callRecordings',
} as const satisfies Record<CaptureKind, Noun>;

/** Something that was captured: the person saw the countdown, the indicator and who asked. */
export const capture = z.object({
  id: z.int(),
  commandId: z.int(),
  sha256,
  mimeType: z.string(),
  size: z.int(),
  /** How long it is; null for a photo. */
  durationMs: z.nullable(z.int()),
  /** Null for sound. */
  camera: z.nullable(z.enum(cameras)),
  requestedBy: z.string(),
  capturedAt: z.string(),
});
export type Capture = z.infer<typeof capture>;

/** The calls that one kind of capture has beside asking for it. */
function capturesOf<const Kind extends CaptureKind>(kind: Kind) {
  const word = kind.toLowerCase();
  const { permission, capability } = commandCatalogue[captureKinds[kind]];
  return {
    kind,
    list: endpoint({
      path: `media/captures/${word}`,
      access: { permission, level: 'READ_ONLY' },
      summary: `What was captured on a device: ${word}`,
      input: z.strictObject({ deviceId, ...pageInput }),
      output: z.array(capture),
      paged: true,
      device: { capability, action: 'READ' },
      answers: 'what was captured: when, how long, by whom',
      log: rowsLine(captureNouns[kind]),
      staleBy: ['captures'],
    }),
    remove: endpoint({
      path: `media/captures/${word}/delete`,
      access: { permission, level: 'FULL_ACCESS' },
      tells: [],
      summary: `Delete something that was captured: ${word}`,
      input: z.strictObject({ deviceId, captureId: z.int().check(z.positive()) }),
      output: z.null(),
      errors: ['file_not_found'],
      // No consent is required: captures can be deleted after the person stopped sharing.
      device: { capability: null, action: 'COMMAND' },
      log: { action: 'DELETE' },
    }),
    /** Lets it be shown, played and saved. */
    ticket: contentLinkCall({ path: `media/captures/${word}/ticket`, permission, capability }),
  };
}

export const captures = {
  PHOTO: /* @__PURE__ */ capturesOf('PHOTO'),
  VIDEO: /* @__PURE__ */ capturesOf('VIDEO'),
  VOICE: /* @__PURE__ */ capturesOf('VOICE'),
  CALL: /* @__PURE__ */ capturesOf('CALL'),
} as const;

/** How long to record. Whether that is allowed is said in words of its own. */
const seconds = z.int().check(z.minimum(0), z.maximum(86_400));

/** A photo, or a film of some seconds. Each takes the access of its own recorder, by the catalogue of commands. */
export const liveCamera = endpoint({
  path: 'media/command/live-camera',
  access: 'admin',
  summary: 'Ask for a photo or a short video',
  input: z.strictObject({
    deviceId,
    mode: z.enum(['PHOTO', 'VIDEO']),
    camera: z.enum(cameras),
    /** Of a film. */
    seconds: z.optional(seconds),
  }),
  ...givesCommand,
  commands: ['CAPTURE_PHOTO', 'CAPTURE_VIDEO'],
  device: { capability: 'CAMERA', action: 'COMMAND' },
  errors: ['recording_duration'],
});

export const recordVoice = endpoint({
  path: 'media/command/audio',
  access: { permission: 'VOICE_RECORDER', level: 'FULL_ACCESS' },
  summary: 'Ask for a short voice recording',
  input: z.strictObject({ deviceId, seconds }),
  ...givesCommand,
  commands: ['CAPTURE_VOICE'],
  device: { capability: 'MICROPHONE', action: 'COMMAND' },
  errors: ['recording_duration'],
});

export const recordCall = endpoint({
  path: 'call-log/command/call-recording',
  access: { permission: 'CALL_LOG', level: 'FULL_ACCESS' },
  summary: 'Ask for a recording of a call',
  input: z.strictObject({ deviceId, seconds }),
  ...givesCommand,
  commands: ['RECORD_CALL'],
  device: { capability: 'CALL_RECORDING', action: 'COMMAND' },
  errors: ['recording_duration', 'no_call'],
});

/**
 * Whether there is a call that could be recorded. It is a fact about the person's day, so it is told only while they share
 * call recording, and reading it is written to the log.
 */
export const callState = endpoint({
  path: 'call-log/call-state',
  access: { permission: 'CALL_LOG', level: 'READ_ONLY' },
  answers: 'whether a call is under way',
  log: plainLine('callState'),
  staleBy: ['call-state', 'devices'],
  summary: 'Whether a call is under way on a device',
  input: z.strictObject({ deviceId }),
  /** Null while the device is away, or does not tell. */
  output: z.object({ inCall: z.nullable(z.boolean()) }),
  device: { capability: 'CALL_RECORDING', action: 'READ', live: true },
});

const historyInput = z.strictObject({ deviceId, ...pageInput });
/** Photos and films together, or one of them; those whose recorder the admin may not open are left out. */
export const liveCameraHistory = endpoint({
  path: 'media/command/live-camera/all',
  access: 'admin',
  tells: ['DEVICE', 'CAMERA'],
  summary: 'The requests for photos and videos of the camera',
  input: z.strictObject({ deviceId, mode: z.optional(z.enum(['PHOTO', 'VIDEO'])), ...pageInput }),
  ...listsCommands('camera'),
});

export const voiceHistory = endpoint({
  path: 'media/command/audio/all',
  access: { permission: 'VOICE_RECORDER', level: 'READ_ONLY' },
  tells: ['DEVICE', 'MICROPHONE'],
  summary: 'The requests for voice recordings',
  input: historyInput,
  ...listsCommands('voice'),
});

export const callRecordingHistory = endpoint({
  path: 'command/call-recording/all',
  access: { permission: 'CALL_LOG', level: 'READ_ONLY' },
  tells: ['DEVICE', 'CALL_RECORDING'],
  summary: 'The requests for recordings of calls',
  input: historyInput,
  ...listsCommands('calls'),
});
