import {
  capabilityNames,
  type Capability,
  type DeviceFrame,
  type GatewayFrame,
  type LogVisit,
} from '@fairwatch/contract';
import { expect, onTestFinished, vi } from 'vitest';
import { createTermuxDevice } from '../create-device.ts';
import { startScreen } from '../screen.ts';
import { createFakeTerminal } from './fake-terminal.ts';
import { joinedPhone } from './joined-device.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What the server would have told the person on the clock of the tests. */
const testNow = new Date('2026-03-02T10:00:00Z');

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A joined phone whose person's screen is shown in a terminal in memory. The test is the server, and the person. */
export async function shownPhone({
  capabilities = ['CONTACTS', 'LOCATION'] as Capability[],
  columns = 100,
  rows = 60,
  isInteractive = true,
} = {}) {
  const phone = await joinedPhone(capabilities);
  const { device } = await createTermuxDevice(phone.parts);
  const terminal = createFakeTerminal({ columns, rows, isInteractive });
  const homeFolder = await temporaryFolder();
  device.start();
  await vi.waitFor(() => expect(phone.opened).toHaveLength(1));
  const screen = startScreen(device, {
    terminal,
    homeFolder,
    stateFolder: phone.folder.path,
    now: () => testNow,
  });
  onTestFinished(async () => {
    screen.close();
    await device.stop();
  });
  const hear = (frame: GatewayFrame) => phone.socket().hear(frame);

  return {
    ...phone,
    device,
    terminal,
    screen,
    homeFolder,
    hear,
    /** The server welcomes the phone, tells who supervises it, and answers the first page's question for the latest visits. */
    async connect(visits: LogVisit[] = []): Promise<void> {
      phone.socket().handlers.onOpen();
      hear({ type: 'welcome', deviceId: 1, heartbeatMs: 60_000, capabilities, paused: false });
      hear({
        type: 'supervision',
        admins: ['maria'],
        moreAdmins: 0,
        keptDays: Object.fromEntries(capabilityNames.map((name) => [name, 30])) as Record<Capability, number>,
        pushKey: null,
        pushSubscribed: false,
      });
      await vi.waitFor(() => expect(phone.socket().count('log-request')).toBe(1));
      hear({ type: 'log-visits', visits, more: false });
      await vi.waitFor(() => expect(terminal.text()).toContain('Connected'));
    },
    /** Waits until the screen contains this. */
    async shows(...parts: string[]): Promise<void> {
      await vi.waitFor(() => {
        for (const part of parts) expect(terminal.text()).toContain(part);
      });
    },
    async showsNot(part: string): Promise<void> {
      await vi.waitFor(() => expect(terminal.text()).not.toContain(part));
    },
    /** Moves the cursor to an action and chooses it. */
    async choose(label: string): Promise<void> {
      await vi.waitFor(() => expect(terminal.text()).toContain(label));
      terminal.press('home');
      for (let presses = 0; presses < 300; presses += 1) {
        await turn();
        await turn();
        if (terminal.rows().some((row) => row.startsWith('>') && row.includes(label))) return terminal.press('enter');
        terminal.press('down');
      }
      throw new Error(`"${label}" cannot be chosen:\n${terminal.text()}`);
    },
    /** Waits for a frame of the device, the latest of its type. */
    async sent<Type extends DeviceFrame['type']>(type: Type, count = 1): Promise<Extract<DeviceFrame, { type: Type }>> {
      await vi.waitFor(() => expect(phone.socket().count(type)).toBeGreaterThanOrEqual(count));
      return phone.socket().sent.findLast((frame) => frame.type === type) as Extract<DeviceFrame, { type: Type }>;
    },
  };
}
