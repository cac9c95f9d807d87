import { contentUrl, errorText, profile, uploadPicture } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { joinDevice } from '../../testing/test-device.ts';
import {
  announce,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  contentTicketFor,
} from '../../testing/samples/test-files.ts';
import { hugePng } from '../../testing/samples/test-png.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();

/** A file of about a kilobyte whose header announces 1.1 GB of pixels, eight bytes each. */
const bomb = hugePng({ width: 11_500, height: 12_000, depth: 16, colour: 6 });

const upload = (bytes: Uint8Array, token: string) =>
  server.api(uploadPicture, { image: Buffer.from(bytes).toString('base64') }, token);

describe('a small file that unpacks to a gigabyte', () => {
  it('from a device is kept as a file, and never decoded', async () => {
    const device = await joinDevice(server);
    const { deviceId } = device;
    const commandId = await openCommand(server, device, 'CAPTURE_PHOTO');
    const sent = await sendSmall(server, device, bomb, announce(bomb, commandId, { mimeType: 'image/png' }));
    expect(sent.status).toBe(201);
    expect(server.logLines.find((line) => line.includes('thumbnail.not_made'))).toContain('would decode to 1104000000');
    const ticket = await contentTicketFor(server, server.admin, { deviceId, capability: 'CAMERA' });
    const statusOf = async (variant: 'full' | 'thumbnail') =>
      (await fetch(new URL(contentUrl({ ticket, sha256: sha256Of(bomb), variant }), server.url))).status;
    expect([await statusOf('full'), await statusOf('thumbnail')]).toEqual([200, 404]);
  });

  it('is refused as the picture of an account, with a reason', async () => {
    const admin = await server.createAdmin();
    const refused = await upload(bomb, admin.token);
    expect([refused.status, refused.error]).toEqual([
      413,
      errorText('picture_too_large', { width: 11_500, height: 12_000 }),
    ]);
    expect((await upload(await testPicture(1), admin.token)).status).toBe(200);
  });
});

describe('an account that waits for approval', () => {
  it.each(['PENDING', 'NON_ADMIN'] as const)('sets no picture as %s: not even its bytes are read', async (role) => {
    const account = await server.createAdmin({ role, access: 'FULL_ACCESS' });
    for (const bytes of [await testPicture(1), Buffer.from('anything')]) {
      const refused = await upload(bytes, account.token);
      expect([refused.status, refused.error]).toEqual([403, errorText('not_allowed')]);
    }
    expect((await server.api(profile, {}, account.token)).envelope.data.profileIconPath).toBe('');
  });
});
