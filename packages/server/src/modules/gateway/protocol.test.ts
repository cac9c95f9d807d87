import {
  blockUser,
  capabilities,
  capabilityNames,
  commandTypes,
  deviceFrame,
  endpoints,
  gatewayFrame,
} from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';

/** Words for what this product must not do: hide from the person, capture in silence, or keep them from leaving. */
const forbidden =
  /hid(e|den|ing)|stealth|silent|secret|invisib|covert|conceal|spy|keylog|uninstall|prevent|block|lock|disguise|root|persist|wipe/i;

const frames = [...deviceFrame.def.options, ...gatewayFrame.def.options];
const frameWords = [
  ...frames.flatMap(({ shape }) => shape.type.def.values as readonly string[]),
  ...frames.flatMap(({ shape }) => Object.keys(shape)),
];

describe('the protocol has no word for hiding, silent capture or preventing removal', () => {
  it('knows all its words', () => {
    expect(frameWords).toEqual(expect.arrayContaining(['hello', 'heartbeat', 'rows', 'welcome', 'command', 'refused']));
    expect(capabilityNames.length).toBeGreaterThan(10);
  });

  it.each([...new Set([...frameWords, ...capabilityNames, ...commandTypes])])('%s', (word) => {
    expect(word).not.toMatch(forbidden);
  });

  // The one endpoint that blocks something blocks an admin's account, never a device.
  const walked = endpoints.filter((endpoint) => endpoint !== blockUser);
  it.each(walked.map(({ path }) => path))('%s', (path) => {
    expect(path).not.toMatch(forbidden);
  });

  it.each([
    ['command', 'requestedBy'],
    ['consent-request', 'requestedBy'],
    ['notification', 'sentBy'],
    ['ended', 'endedBy'],
  ])('names the admin in every %s, so that the device can show who it is', (type, field) => {
    const frame = gatewayFrame.def.options.find(({ shape }) => shape.type.def.values.includes(type as never));
    expect(Object.keys(frame?.shape ?? {})).toContain(field);
  });

  it.each(['CAMERA', 'MICROPHONE', 'CALL_RECORDING'] as const)(
    '%s promises a countdown that can be stopped',
    (name) => {
      expect(capabilities[name].shares).toContain('after a countdown that you see and can stop');
    },
  );
});
