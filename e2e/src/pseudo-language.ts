import type { Page } from '@playwright/test';
import { owedFiles } from '../../scripts/checks/translations/english-texts.ts';
import type { Texts } from '../../scripts/checks/translations/text-tree.ts';

const accents = new Map(Array.from('aeiouyncsAEIOUYNCS', (letter, at) => [letter, 'áéíóúýñçšÁÉÍÓÚÝÑÇŠ'[at] ?? letter]));

/** A text 40 % longer, with accents and in brackets; its placeholders and tags stay. */
function pseudoText(text: string): string {
  const parts = text.split(/(\{\{.*?\}\}|\{\w+\}|<\/?\w+\/?>)/);
  const changed = parts.map((part, at) =>
    at % 2 === 1 ? part : Array.from(part, (each) => accents.get(each) ?? each).join(''),
  );
  return `[${changed.join('')}${'~'.repeat(Math.ceil(text.length * 0.4))}]`;
}

function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => {
      if (typeof value === 'string') return [key, pseudoText(value)];
      return [key, Array.isArray(value) ? value.map(pseudoText) : pseudoTexts(value)];
    }),
  );
}

/**
 * Answers the console's requests for German texts with English ones that are changed: what is not, is not translated; what is cut, has no
 * room. The product knows nothing of it.
 */
export async function answerPseudoTexts(page: Page): Promise<void> {
  const files = owedFiles().filter(({ package: name }) => name === 'console' || name === 'contract');
  for (const { package: name, part, texts } of files) {
    const file = name === 'contract' ? 'de' : part;
    const body = `export default ${JSON.stringify(pseudoTexts(texts as Texts))}`;
    await page.route(new RegExp(`/assets/${file}-[\\w-]{8}\\.js$`), async (route) => {
      const response = await route.fetch();
      // A chunk of code may have the name of a part.
      if (/export\s*\{[\w$]+ as default\};?\s*$/.test(await response.text())) {
        await route.fulfill({ contentType: 'text/javascript', body });
      } else await route.fulfill({ response });
    });
  }
}
