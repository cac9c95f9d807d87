import {
  callRecordingHistory,
  liveCamera,
  liveCameraHistory,
  recordCall,
  recordVoice,
  voiceHistory,
  type CaptureKind,
  type Command,
} from '@fairwatch/contract';
import { IconCamera, IconMicrophone, IconPhoneCall, IconVideo, type TablerIcon } from '@tabler/icons-react';
import { call, type Answer } from '../api/client.ts';
import type { CommandSource } from '../device-feature/command-source.ts';

export type Camera = 'FRONT' | 'BACK';

/** What is asked for. Each recorder sends what it has a choice for. */
export interface Wish {
  camera: Camera;
  seconds: number;
}

interface Recorder extends CommandSource {
  icon: TablerIcon;
  /** Choices before it starts. */
  camera: boolean;
  seconds: boolean;
  ask: (deviceId: number, wish: Wish) => Promise<Answer<Command>>;
}

/** What each kind of capture is asked for with. */
export const recorders: Readonly<Record<CaptureKind, Recorder>> = {
  PHOTO: {
    icon: IconCamera,
    camera: true,
    seconds: false,
    history: liveCameraHistory,
    only: { mode: 'PHOTO' },
    ask: (deviceId, { camera }) => call(liveCamera, { deviceId, mode: 'PHOTO', camera }),
  },
  VIDEO: {
    icon: IconVideo,
    camera: true,
    seconds: true,
    history: liveCameraHistory,
    only: { mode: 'VIDEO' },
    ask: (deviceId, { camera, seconds }) => call(liveCamera, { deviceId, mode: 'VIDEO', camera, seconds }),
  },
  VOICE: {
    icon: IconMicrophone,
    camera: false,
    seconds: true,
    history: voiceHistory,
    ask: (deviceId, { seconds }) => call(recordVoice, { deviceId, seconds }),
  },
  CALL: {
    icon: IconPhoneCall,
    camera: false,
    seconds: true,
    history: callRecordingHistory,
    ask: (deviceId, { seconds }) => call(recordCall, { deviceId, seconds }),
  },
};
