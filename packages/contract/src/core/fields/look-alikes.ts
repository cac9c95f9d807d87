/** Letters and digits that look like others, each beside the Latin letter that it reads as. */
const readsAs: ReadonlyMap<string, string> = new Map(
  [
    ['a', 'аɑαᴀ4@ꭺ'],
    ['b', 'ьвβʙ8'],
    ['c', 'сϲᴄꮯ('],
    ['d', 'ԁᴅɗ'],
    ['e', 'еєεᴇ3ҽ'],
    ['f', 'ғꜰƒϝք'],
    ['h', 'һհнʜηᏂ'],
    ['i', 'іιɪıl1|!ӏʟľ'],
    ['j', 'јյᴊ'],
    ['k', 'кκᴋ'],
    ['m', 'мᴍ'],
    ['n', 'пոռɴո'],
    ['o', 'оοօ0ᴏσ'],
    ['p', 'рρᴘ'],
    ['q', 'ԛզ'],
    ['r', 'гʀꭇᴦ'],
    ['s', 'ѕꜱ5$ʂ'],
    ['t', 'тτᴛ7+'],
    ['u', 'υսᴜц'],
    ['v', 'νѵᴠ'],
    ['w', 'ԝѡωաᴡшɯ'],
    ['x', 'хχ×'],
    ['y', 'уγʏү'],
    ['z', 'ᴢ2'],
  ].flatMap(([letter = '', alike = '']) => Array.from(alike, (each) => [each, letter] as const)),
);

/** How a text reads at a glance: without case, accents, spaces and marks, each letter as the Latin one it looks like. */
function skeleton(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const latin = Array.from(plain, (letter) => readsAs.get(letter) ?? letter).join('');
  return latin
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm');
}

const ourName = skeleton('Fairwatch');
/** What speaks in our logs, mails and notices beside people. */
const ourWords: ReadonlySet<string> = new Set(['System', 'The system'].map(skeleton));
const ourRoles: ReadonlySet<string> = new Set(
  ['Super Admin', 'Super Administrator', 'Administrator', 'Administrators'].map(skeleton),
);

/** True for a name that reads as if the product itself, and no person, were meant. */
export function readsAsProduct(name: string): boolean {
  const read = skeleton(name);
  return read.includes(ourName) || ourWords.has(read);
}

/** True for a name that reads as the product or as one of its roles. */
export function readsAsOurs(name: string): boolean {
  return readsAsProduct(name) || ourRoles.has(skeleton(name));
}

/** Alphabets with letters that look the same in several of them. */
const alikeAlphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (name) => new RegExp(String.raw`\p{sc=${name}}`, 'u'),
);

/** True when one word of a text has letters of two alphabets that look alike, such as a Cyrillic letter in a Latin word. */
export function mixesAlphabets(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some((word) => alikeAlphabets.filter((alphabet) => alphabet.test(word)).length > 1);
}
