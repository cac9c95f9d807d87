import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/servers/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function mask(body: string): Promise<string> {
  const { rows } = await sql<{ masked: string }>`select mask_codes(${body}) as masked`.execute(database.db);
  return rows[0]?.masked ?? '';
}

describe('the mask of codes in text messages', () => {
  it.each([
    [
      'Lindenbank: your code is 482913. Never tell it to anyone.',
      'Lindenbank: your code is ••••••. Never tell it to anyone.',
    ],
    [
      '482913 is your verification code. It is valid for 10 minutes.',
      '•••••• is your verification code. It is valid for 10 minutes.',
    ],
    ['G-482913 is your Google verification code.', 'G-•••••• is your Google verification code.'],
    ['Use 123 456 to sign in. Or: 123-456.', 'Use ••• ••• to sign in. Or: •••-•••.'],
    ['OTP:4821', 'OTP:••••'],
    ['PIN4821', '•••••••'],
    ['Your one-time passcode: X7K9-22QP', 'Your one-time passcode: ••••-••••'],
    [
      'Ihre TAN lautet 482913 für 1200,00 EUR an Konto 48291.',
      'Ihre TAN lautet •••••• für 1200,00 EUR an Konto •••••.',
    ],
    ['Ihr Bestätigungscode: 4829 (bis 2026-03-01)', 'Ihr Bestätigungscode: •••• (bis 2026-03-01)'],
    ['Votre code de vérification est le 48291.', 'Votre code de vérification est le •••••.'],
    ['TU CÓDIGO ES 482913', 'TU CÓDIGO ES ••••••'],
    ['Il tuo codice è 482913', 'Il tuo codice è ••••••'],
    ['Twój kod: 482913', 'Twój kod: ••••••'],
    ['Onay kodunuz 482913', 'Onay kodunuz ••••••'],
    ['Ваш код: 482913', 'Ваш код: ••••••'],
    ['Ο κωδικός σας είναι 482913', 'Ο κωδικός σας είναι ••••••'],
    ['رمز التحقق ٤٨٢٩١٣', 'رمز التحقق ••••••'],
    ['验证码482913，请勿泄露', '验证码••••••，请勿泄露'],
    ['認証コードは482913です', '認証コードは••••••です'],
    ['[인증번호] 482913', '[인증번호] ••••••'],
    ['https://bank.example/verify?code=482913&x=1', 'https://bank.example/verify?code=••••••&x=1'],
    ['1234 or 5678 or 9012 is your code', '•••• or •••• or •••• is your code'],
    ['Code for €1200 from +49 170 1234567: 4821', 'Code for €1200 from +49 170 1234567: ••••'],
  ])('hides %s', async (body, masked) => expect(await mask(body)).toBe(masked));

  it.each([
    'See you at 1930 in room 4821',
    'The tank holds 4000 litres, spin it at 1200',
    'Your parcel 48291 arrives between 10:30 and 12:00',
    'The code is 42',
    'Never tell anyone your PIN',
    `Your code was used. ${'And a lot was said afterwards. '.repeat(4)} Call 48291.`,
    '',
  ])('leaves %s', async (body) => expect(await mask(body)).toBe(body));

  it('masks every digit of a very long text with such a word in it, and takes no time over it', async () => {
    const masked = await mask(`code ${'1234x'.repeat(100_000)}`);
    expect(masked).toMatch(/^code (?:••••x)+$/);
  });
});
