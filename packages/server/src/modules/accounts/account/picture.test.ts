import { limits, profile, removePicture, uploadPicture, userList } from '@fairwatch/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const draw = (format: 'jpeg' | 'png' | 'webp' | 'gif') =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#14756d' } })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .toFormat(format)
    .toBuffer();
const upload = ({ token }: TestAdmin, bytes: Uint8Array) =>
  server.api(uploadPicture, { image: Buffer.from(bytes).toString('base64') }, token);
const fetchPicture = (path: string) => fetch(new URL(path, server.url));

describe('the own picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    '[SPEC 7.16] of the type %s is cut to a square and written anew, without a word about where it was taken',
    async (format) => {
      const admin = await server.createAdmin();
      const { profileIconPath } = (await upload(admin, await draw(format))).envelope.data;
      const response = await fetchPicture(profileIconPath);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(response.headers.get('content-security-policy')).toBe(
        "sandbox; default-src 'none'; frame-ancestors 'none'",
      );
      const facts = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(facts).toMatchObject({ format: 'webp', width: limits.picture.pixels, height: limits.picture.pixels });
      expect([facts.exif, facts.xmp, facts.iptc]).toEqual([undefined, undefined, undefined]);
    },
  );

  it('shows in the profile and in the users list, until it is removed', async () => {
    const admin = await server.createAdmin();
    const { profileIconPath } = (await upload(admin, await draw('png'))).envelope.data;
    const shown = async () => [
      (await server.api(profile, {}, admin.token)).envelope.data.profileIconPath,
      (await server.api(userList, { search: admin.username })).envelope.data[0]?.profileIconPath,
    ];
    expect(await shown()).toEqual([profileIconPath, profileIconPath]);
    await server.api(removePicture, {}, admin.token);
    expect(await shown()).toEqual(['', '']);
    expect((await fetchPicture(profileIconPath)).status).toBe(404);
  });

  it('has a new address each time, and the old one leads nowhere', async () => {
    const admin = await server.createAdmin();
    const first = (await upload(admin, await draw('png'))).envelope.data.profileIconPath;
    const second = (await upload(admin, await draw('jpeg'))).envelope.data.profileIconPath;
    expect([(await fetchPicture(first)).status, (await fetchPicture(second)).status]).toEqual([404, 200]);
  });

  it.each([
    ['a drawing that can be a program', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['a page', '<html></html>'],
    ['the beginning of a picture and then nothing', '\x89PNG\r\n\x1a\nnothing'],
    ['nothing', ''],
  ])('[SPEC 5.9] cannot be %s', async (_what, text) => {
    const admin = await server.createAdmin();
    const answer = await upload(admin, Buffer.from(text, 'latin1'));
    expect(answer).toMatchObject({ status: 415, error: 'File type not allowed' });
  });

  it('cannot be larger than a request', async () => {
    const admin = await server.createAdmin();
    expect((await upload(admin, Buffer.alloc(limits.picture.maxBytes))).status).toBe(413);
  });
});
