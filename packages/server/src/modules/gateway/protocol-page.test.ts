import { readFileSync } from 'node:fs';
import {
  commandCatalogue,
  commandParams,
  commandPhases,
  describePasscode,
  deviceContentPath,
  deviceFeatures,
  deviceFilesPath,
  deviceFrame,
  deviceFrameBytes,
  deviceSocketClose,
  deviceTicketContentPath,
  deviceTicketFile,
  enrol,
  fileCapabilities,
  fileMetadata,
  gatewayFrame,
  legalBasisNames,
  limits,
  liveCodecs,
  liveHeaderBytes,
  liveViewEnds,
  missingFiles,
  noticeHash,
  noticeVersion,
  purposeNames,
  pushKinds,
  ticketLimits,
} from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../../../../docs/device-protocol.md', import.meta.url), 'utf8');
const schemas = {
  device: deviceFrame,
  gateway: gatewayFrame,
  enrol: enrol.input,
  enrolled: enrol.output,
  passcode: describePasscode.input,
  'passcode-answer': describePasscode.output,
  missing: missingFiles.input,
  'missing-answer': missingFiles.output,
  file: fileMetadata,
};
const examples = Array.from(page.matchAll(/```json (\S*)\n(.*?)```/gs), ([, kind = '', text = '']) => ({ kind, text }));

/** Collects every frame type that the examples of this side show. */
function shown(side: keyof typeof schemas): Set<string> {
  const frames = examples.filter(({ kind }) => kind === side).map(({ text }) => JSON.parse(text) as { type: string });
  return new Set(frames.map(({ type }) => type));
}

/** Collects every frame type that a side may send. */
function typesOf(union: typeof deviceFrame | typeof gatewayFrame): Set<string> {
  return new Set(union.def.options.flatMap(({ shape }) => shape.type.def.values as readonly string[]));
}

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

describe('docs/device-protocol.md', () => {
  it('has no JSON that is not checked', () => {
    expect(page.match(/```json/g)).toHaveLength(examples.length);
    for (const { kind } of examples) expect(Object.keys(schemas)).toContain(kind);
  });

  it.each(examples.map(({ kind, text }) => [kind, text.replaceAll(/\s+/g, ' ').slice(0, 60), text] as const))(
    'shows what the contract takes: %s %s',
    (kind, _, text) => {
      const { error } = schemas[kind as keyof typeof schemas].safeParse(JSON.parse(text));
      expect(error?.issues).toBeUndefined();
    },
  );

  it('says what a passcode is for, and shows the notice as it is now', async () => {
    expect(page).toContain(`\`POST ${describePasscode.path}\``);
    for (const name of [...purposeNames, ...legalBasisNames]) expect(page).toContain(`\`${name}\``);
    expect(page.split(`"noticeHash": "${await noticeHash()}"`)).toHaveLength(3);
    expect(page.split(`"noticeVersion": ${noticeVersion}`).length).toBeGreaterThan(3);
  });

  it('shows every frame of both sides', () => {
    expect(shown('device')).toEqual(typesOf(deviceFrame));
    expect(shown('gateway')).toEqual(typesOf(gatewayFrame));
  });

  it('shows rows that their feature takes', () => {
    const rows = examples
      .map(({ text }) => JSON.parse(text) as { type?: string; rows?: object[] })
      .flatMap((frame) => (frame.type === 'rows' ? (frame.rows ?? []) : []));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(deviceFeatures.contacts.record.safeParse(row).error).toBeUndefined();
  });

  it('names every close code and the numbers as they are', () => {
    for (const [name, code] of Object.entries(deviceSocketClose)) expect(page).toContain(`| ${code} | ${name} |`);
    const { device, command } = limits;
    expect(page).toContain(`| one frame | ${device.maxFrameBytes} bytes, and`);
    expect(page).toContain(`| ${device.maxUntypedFrameBytes} bytes | refused unread |`);
    expect(page).toContain(
      `${megabytes(device.bytesAtOnce)} at once, then ${megabytes(device.bytesPerSecond)} per second; ` +
        `each frame and ping counts as ${device.bytesPerFrame / 1024} kB at least`,
    );
    expect(page).toContain(`| ${device.connectsAtOnce} at once, then one in ${device.connectEveryMs / 1000} s |`);
    expect(page).toContain(`| fields of a row | ${device.fieldsPerRow}, flat |`);
    expect(page).toContain(`| bytes of all rows of a command | ${megabytes(device.bytesPerCommand)} |`);
    expect(page).toContain(`${device.requestsAtOnce} at once, then ${device.requestsPerSecond} per second`);
    expect(page).toContain(`at most ${limits.sharingHours.timesAtMost} in all`);
    expect(page).toContain(`| rows per batch | ${device.rowsPerBatch} |`);
    expect(page).toContain(`| rows per command | ${device.rowsPerCommand}; ${limits.file.receivedAtOnce} where`);
    expect(page).toContain(
      `| a command's deadline | ${command.deadlineMs / 1000} s; ${command.fileDeadlineMs / 1000} s where`,
    );
    expect(page).toContain(`| the first frame | within ${device.helloWithinMs / 1000} s |`);
    expect(page).toContain(`| silence | ${device.silentAfterMs / 1000} s |`);
    expect(page).toContain(`${device.logPageSize} entries at a time`);
    expect(page).toContain(`newest first, ${limits.audit.visitsPageSize} at a time`);
    expect(page).toContain(`no pause over ${limits.audit.visitGapMs / 60_000} minutes`);
    expect(page).toContain(`at most once in ${limits.consentRequest.askAgainAfterMs / 3_600_000} h`);
    expect(page).toContain(`for\n${device.endingKnownMs / 86_400_000} days`);
    expect(page).toContain(`for ${limits.notification.deliverWithinMs / 3_600_000} h`);
    const { perDevice, keptSeconds } = limits.webPush;
    expect(page).toContain(
      `At most ${perDevice} in an hour, each kept by the push service for ${keptSeconds / 60} minutes`,
    );
    for (const kind of pushKinds) expect(page).toMatch(new RegExp(`\\| kind \\|.*\\b${kind}\\b`));
  });

  it('says how a live view is bounded, and how its messages begin', () => {
    const { liveView } = limits;
    expect(page).toContain(`\`minutes\`: ${liveView.minMinutes} to ${liveView.maxMinutes}, \`sound\``);
    expect(page).toContain(`expires after ${liveView.answerWithinMs / 1000} s`);
    expect(page).toContain(`at most ${liveView.viewersNamed} names in full`);
    expect(page).toContain(`A message has at most ${liveView.maxFrameBytes} bytes with its header`);
    expect(page).toContain(`at most ${liveView.bytesAtOnce} bytes at once, then ${liveView.bytesPerSecond} per second`);
    for (const end of liveViewEnds) expect(page).toContain(`\`${end}\``);
    expect(page).toContain(`after ${liveView.badFrames} the live view ends`);
    expect(page).toContain(`nobody watched for ${liveView.unwatchedMs / 1000} s`);
    expect(page).toContain(`${liveHeaderBytes} bytes of header`);
    expect(page).toContain(
      liveCodecs
        .map((codec, place) => `${place} \`${codec}\``)
        .join(', ')
        .replace('`H264`', '`H264` in Annex B form'),
    );
    for (const end of liveViewEnds) expect(page).toContain(`\`${end}\``);
  });

  it('says how large every frame may be', () => {
    const sizes = Array.from(page.matchAll(/^\| `([a-z-]+)` \| (\d+) \|$/gm), ([, type = '', bytes]) => [
      type,
      Number(bytes),
    ]);
    expect(Object.fromEntries(sizes)).toEqual(deviceFrameBytes);
    expect(page).toContain(`and of at most ${deviceFrameBytes.hello} bytes`);
  });

  it('names every command with all that it carries, and every phase', () => {
    const lines = new Map(
      Array.from(page.matchAll(/^\| `([A-Z_]+)` \| (.*?) ?\|/gm), ([, type, params]) => [type, params]),
    );
    expect([...lines.keys()]).toEqual(Object.keys(commandCatalogue));
    for (const [type, { shape }] of Object.entries(commandParams)) {
      const named = Array.from((lines.get(type) ?? '').matchAll(/`([a-z][a-zA-Z]*)`/g), ([, name]) => name);
      expect([type, named]).toEqual([type, Object.keys(shape)]);
    }
    for (const phase of commandPhases) expect(page).toContain(`\`${phase}\``);
  });

  it('says how tickets carry files', () => {
    expect(page).toContain(`\`POST ${deviceTicketFile.path}\``);
    expect(page).toContain(`\`GET ${deviceTicketContentPath}/<ticketId>/<sha256>\``);
    for (const field of Object.keys(deviceTicketFile.input.shape)) expect(page).toContain(`\`${field}\``);
    expect(page).toContain(
      `At most ${ticketLimits.fileMaxBytes} bytes; a recording has at most ${ticketLimits.voiceMaxMs / 1000} s`,
    );
    expect(page).toContain(`up to ${ticketLimits.peaks}`);
    expect(page).toContain(`| ${ticketLimits.openPerPerson} per person |`);
  });

  it('says where files are fetched', () => {
    expect(page).toContain(`\`${deviceContentPath}/<commandId>/<sha256>\``);
  });

  it('says where files go, under what, and how large they may be', () => {
    const { file, request } = limits;
    expect(page).toContain(`at \`${deviceFilesPath}\``);
    expect(page).toContain(`\`POST ${missingFiles.path}\``);
    for (const capability of fileCapabilities) expect(page).toContain(`\`${capability}\``);
    expect(page).toContain(`| a file | ${file.defaultMaxMegabytes} MB,`);
    expect(page).toContain(`| files for commands | ${file.defaultUploadsMegabytesPerDay} MB a day`);
    expect(page).toContain(`| files for requests | ${file.defaultTicketFilesMegabytesPerDay} MB a day`);
    expect(page).toContain(`| files for one Update | ${file.filesPerUpdate} |`);
    expect(page).toContain(`take at most ${file.filesPerUpdate} files`);
    expect(page).toContain(`| one request of an upload | ${request.maxBytes} bytes |`);
    expect(page).toContain(`| hashes in one question | ${file.hashesPerQuestion} |`);
    expect(page).toContain(`| unfinished uploads | ${file.unfinishedPerDevice} per device |`);
    expect(page).toContain(`| an unfinished upload | ${file.uploadLifetimeMs / 3_600_000} h |`);
  });
});
