import { readFile } from 'node:fs/promises';
import type { EngineName, EngineWindow } from './driver/engine.ts';
import type { Features } from './journeys/journey.ts';

/** What a page asks the engine for, by what the docs call it. */
const expressions = {
  'private folder of files (OPFS)': `navigator.storage.getDirectory().then((root) => root.getFileHandle('probe', { create: true })).then(() => true, () => false)`,
  'push while the page is closed': `'PushManager' in window`,
  passkeys: `'PublicKeyCredential' in window`,
  'dialogs that close by a click beside them (`closedby`)': `'closedBy' in HTMLDialogElement.prototype`,
  'encoding video (WebCodecs)': `'VideoEncoder' in window`,
  'choosing a real folder': `'showDirectoryPicker' in window`,
  'picking from the contacts of the phone': `'contacts' in navigator`,
  'the battery': `'getBattery' in navigator`,
  requestIdleCallback: `'requestIdleCallback' in window`,
  'hints as popovers (`popover=hint`)': `(() => { const box = document.createElement('div'); box.popover = 'hint'; return box.popover === 'hint'; })()`,
  'calls between browsers (WebRTC)': `'RTCPeerConnection' in window`,
  'maps (WebGL 2)': `document.createElement('canvas').getContext('webgl2') !== null`,
} as const;

export async function readFeatures(window: EngineWindow): Promise<Features> {
  const features: Record<string, boolean> = {};
  for (const [name, expression] of Object.entries(expressions)) features[name] = await window.run<boolean>(expression);
  return features;
}

const columns: Readonly<Record<EngineName, number>> = { chromium: 2, firefox: 3, webkit: 4 };

/** Where the table of the docs says something else of an engine than was found, by its rows. */
export async function untrueRows(engine: EngineName, features: Features): Promise<string[]> {
  const page = await readFile(new URL('../../docs/browsers.md', import.meta.url), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return Object.entries(features).flatMap(([name, has]) => {
    const told = rows.find((cells) => cells[1] === name)?.[columns[engine]];
    return told === (has ? 'yes' : 'no')
      ? []
      : [`${name}: ${has ? 'yes' : 'no'}, and docs/browsers.md says ${told ?? 'nothing'}`];
  });
}
