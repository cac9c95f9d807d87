import { markup, type Markup } from '../../../../core/markup.ts';
import type { ZipPart } from '../../../../core/zip.ts';
import { rowsPerBatch } from '../read-part.store.ts';
import { indexPage, rowsOnIndex, type PageFacts } from './index-page.ts';
import { pageEnd, pageStart } from './page-frame.ts';
import type { PageReader } from './page-reader.ts';
import { filesSection, pageName, partSection, rowsWriter, type Section } from './sections.ts';

/** A page has a thousand rows. */
const batchesPerPage = 1000 / rowsPerBatch;

type MakeFile = (name: string, open: ZipPart['open']) => ZipPart;

/**
 * The readable pages of an archive: `index.html`, and pages of their own for kinds with many rows. The rows are read once more
 * for them and streamed, so that they take no memory however many there are.
 */
export async function* readablePages(facts: PageFacts, file: MakeFile): AsyncGenerator<ZipPart> {
  const sections = facts.parts.map((part) => ({ chapter: part.shown.chapter, ...partSection(part, facts) }));
  const files = filesSection(facts);
  for (const section of [...sections, files]) {
    if (section.count > rowsOnIndex) yield* pagesOf(section, facts, file);
  }
  yield file('index.html', () => indexPage(facts, sections, files));
}

/** The pages with all rows of one kind. All of them take their rows from one reading, since they are written one after the other. */
async function* pagesOf(section: Section, { page: reader }: PageFacts, file: MakeFile): AsyncGenerator<ZipPart> {
  const batches = section.read();
  let next = await batches.next();
  async function* onePage(page: number) {
    const writer = rowsWriter(section, reader, '../');
    yield pageStart(`${section.titleText}, ${reader.words('page', { page: reader.number(page) })}`, reader.language);
    yield markup`<main class="frame"><header><p><a href="../index.html#${section.name}">${reader.words('back')}</a></p>
<h1>${section.title} <small class="count">${reader.words('page', { page: reader.number(page) })}</small></h1></header>
<section>${writer.start}`.html;
    for (let count = 0; count < batchesPerPage && !next.done; count += 1) {
      yield (await writer.rows(next.value)).html;
      next = await batches.next();
    }
    yield markup`${writer.end}</section>${linksBetween(section, reader, { page, hasNext: next.done !== true })}</main>\n`
      .html;
    yield pageEnd;
  }
  for (let page = 1; page === 1 || !next.done; page += 1) yield file(pageName(section, page), () => onePage(page));
}

function linksBetween(
  section: Section,
  { words }: PageReader,
  { page, hasNext }: { page: number; hasNext: boolean },
): Markup {
  const link = (to: number, text: string) => markup`<a href="../${pageName(section, to)}">${text}</a>`;
  const previous = page > 1 ? [link(page - 1, words('previous'))] : [];
  const next = hasNext ? [link(page + 1, words('next'))] : [];
  return markup`<nav class="pages">${[...previous, ...next]}</nav>`;
}
