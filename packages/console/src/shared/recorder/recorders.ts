import {
  callRecordingHistory,
  liveCamera,
  liveCameraHistory,
  recordCall,
  recordVoice,
  voiceHistory,
  type Camera,
  type CaptureKind,
  type Command,
} from '@fairwatch/contract';
import { IconCamera, IconMicrophone, IconPhoneCall, IconVideo, type TablerIcon } from '@tabler/icons-react';
import { call, type Answer } from '../../core/api/client.ts';
import type { CommandSource } from '../device-feature/commands/command-source.ts';

/** The options of a capture. Each recorder sends only those that it offers. */
export interface RecordingRequest {
  camera: Camera;
  seconds: number;
}

interface Recorder extends CommandSource {
  icon: TablerIcon;
  /** Whether the admin chooses a camera, and a length, before it starts. */
  camera: boolean;
  seconds: boolean;
  send: (deviceId: number, request: RecordingRequest) => Promise<Answer<Command>>;
}

/** The request and the options of each kind of capture. */
export const recorders: Readonly<Record<CaptureKind, Recorder>> = {
  PHOTO: {
    icon: IconCamera,
    camera: true,
    seconds: false,
    history: liveCameraHistory,
    only: { mode: 'PHOTO' },
    send: (deviceId, { camera }) => call(liveCamera, { deviceId, mode: 'PHOTO', camera }),
  },
  VIDEO: {
    icon: IconVideo,
    camera: true,
    seconds: true,
    history: liveCameraHistory,
    only: { mode: 'VIDEO' },
    // Live views are in the same history.
    counts: 'CAPTURE_VIDEO',
    send: (deviceId, { camera, seconds }) => call(liveCamera, { deviceId, mode: 'VIDEO', camera, seconds }),
  },
  VOICE: {
    icon: IconMicrophone,
    camera: false,
    seconds: true,
    history: voiceHistory,
    send: (deviceId, { seconds }) => call(recordVoice, { deviceId, seconds }),
  },
  CALL: {
    icon: IconPhoneCall,
    camera: false,
    seconds: true,
    history: callRecordingHistory,
    send: (deviceId, { seconds }) => call(recordCall, { deviceId, seconds }),
  },
};
