import { askConsent, capabilityWords, directionOf } from '@fairwatch/contract';
import { logIn, makePasscode, postApi } from '../../src/api.ts';
import { registerFurtherNotices } from '@fairwatch/contract/further-notices';
import { openPhone } from '../../src/companion.ts';
import { expect, test } from '../../src/test.ts';
import { withoutIsolates, wordsOf } from '../../src/texts-of.ts';

registerFurtherNotices();

const people = [
  { language: 'de', locale: 'de-AT', typed: 'grete.weiß', username: 'grete.weiss' },
  { language: 'ar', locale: 'ar-EG', typed: 'ليلى', username: 'ليلى' },
  { language: 'tr', locale: 'tr-TR', typed: 'ışıl.irmak', username: 'isil.irmak' },
] as const;

for (const { language, locale, typed, username } of people) {
  test(
    `a person whose phone speaks ${language} joins, shares, is asked, reads the log and leaves in their language`,
    { tag: '@full' },
    async ({ browser, fairwatch }) => {
      test.slow();
      const words = wordsOf(language);
      const kinds = capabilityWords({ guardian: null }, language);
      await using phone = await openPhone(browser, fairwatch, { locale });
      const page = await phone.newPage();
      const press = (file: string, key: string, values = {}) =>
        page.getByRole('button', { name: words(file, key, values), exact: true }).click();
      const token = await logIn(fairwatch.url);

      await test.step('joins and shares', async () => {
        await page.goto(`/companion/join#${await makePasscode(fairwatch.url)}`);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe(
          directionOf(language),
        );
        await press('device/joining', 'who.next');
        await expect(page.getByText(kinds.CAMERA.shares)).toBeVisible();
        await press('device/joining', 'notice.next');
        await page.getByRole('switch', { name: kinds.DEVICE_INFO.title, exact: true }).check();
        await press('device/joining', 'share', { count: 1 });
        await page.getByLabel(words('device/joining', 'person.name.label')).fill(typed);
        await press('device/joining', 'person.next');
        await expect(page.getByRole('heading', { name: typed })).toBeVisible();
      });

      await test.step('is asked', async () => {
        // Whoever types the name in small or in capital letters finds it.
        const search = { search: typed.toLocaleUpperCase(locale), pageSize: 1 };
        const [device] = (await postApi(fairwatch.url, 'authenticated/device/all', search, token)) as { id: number }[];
        const asked = { deviceId: device?.id, capability: 'CONTACTS' };
        await postApi(fairwatch.url, askConsent.path.replace(/^.*authenticated/, 'authenticated'), asked, token);
        await page.goto('/companion/requests');
        await press('device/requests', 'doNotShare');
        await expect(page.getByText(words('device/requests', 'none'))).toBeVisible();
      });

      await test.step('reads the log', async () => {
        await page.goto('/companion/log');
        await expect(page.getByRole('heading', { name: words('device/log', 'title'), exact: true })).toBeVisible();
        const log = page.getByRole('main');
        await expect(log.getByText(username).first()).toBeVisible();
        const entries = withoutIsolates((await log.textContent()) ?? '');
        const asked = { kinds: kinds.CONTACTS.title };
        expect(entries).toContain(words('server/log-words', 'ask.asked.person', asked));
        expect(entries).toContain(words('server/log-words', 'consent.declined', asked));
      });

      await test.step('leaves', async () => {
        await page.goto('/companion/leave');
        await page.getByLabel(words('device/leaving', 'forGood.sure')).check();
        await press('device/leaving', 'title');
        await expect(page.getByText(words('device/leaving', 'ended.title.left'))).toBeVisible();
      });
    },
  );
}
