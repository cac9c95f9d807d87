import { inLanguage, namesText, shownName } from '@fairwatch/contract';
import { markup, type Markup } from '../../../../core/markup.ts';
import { chapters, type ArchivePart, type Chapter, type Json } from '../archive-part.ts';
import { pageEnd, pageStart } from './page-frame.ts';
import { shownValue } from './page-values.ts';
import { rowsView } from './rows-view.ts';
import { pageName, rowsWriter, type Section, type SectionSource } from './sections.ts';

/** So many rows of a kind are on the first page. A kind with more has pages of its own with all of them. */
export const rowsOnIndex = 25;

export interface PageFacts extends SectionSource {
  parts: readonly ArchivePart[];
  device: Json;
  person: Json;
  admins: readonly Json[];
  retention: readonly Json[];
  at: Date;
  /** What an archive for an admin leaves out, in words; null for the person's. */
  leftOut: string | null;
}

type ChapterSection = Section & { chapter: Chapter };

const personFields = 'username nickname display_name email phone_number account_since'.split(' ');
const deviceFields =
  'name nickname model os_name os_version app_name app_version time_zone joined_at last_seen_at capabilities sharing_hours paused_at purpose purpose_text legal_basis guardian review_on'.split(
    ' ',
  );

/** Writes `index.html`: who and what it is about, the contents, and the rows of each kind. */
export async function* indexPage(facts: PageFacts, sections: readonly ChapterSection[], files: Section) {
  const { device, person, admins, retention, page } = facts;
  const { words } = page;
  const filled = sections.filter(({ count }) => count > 0);
  yield pageStart(titleOf(facts), page.language);
  yield markup`<div class="frame with-contents">${header(facts)}${contents(filled, files, facts)}<main>\n`.html;
  yield markup`<h2 id="you">${words('you')}</h2>\n`.html;
  yield factSection(
    words('person'),
    { row: { ...person, account_since: person['created_at'] }, fields: personFields, source: 'person.json' },
    facts,
  ).html;
  yield factSection(words('device'), { row: device, fields: deviceFields, source: 'device.json' }, facts).html;
  yield listSection(words('who'), { rows: admins, columns: ['admin', 'role', 'assigned_at'] }, facts).html;
  for (const chapter of chapters) {
    const inside = filled.filter((section) => section.chapter === chapter);
    if (inside.length > 0) yield markup`<h2 id="${chapter}">${words(`chapters.${chapter}`)}</h2>\n`.html;
    for (const section of inside) yield* rowsSection(section, facts);
  }
  if (files.count > 0) {
    yield markup`<h2>${words('chapters.files')}</h2>\n`.html;
    yield* rowsSection(files, facts);
  }
  yield markup`<h2 id="kept">${words('kept')}</h2>\n`.html;
  yield listSection(words('keptDays'), { rows: retention, columns: ['title', 'covers', 'days'] }, facts).html;
  const empty = sections.filter(({ count }) => count === 0).map(({ titleText }) => titleText);
  if (empty.length > 0)
    yield markup`<p class="note">${words('none', { titles: inLanguage(page.language, () => namesText(empty)) })}</p>\n`
      .html;
  yield '</main></div>\n';
  yield pageEnd;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function nameOf({ person, device }: PageFacts): string {
  return shownName({
    nickname: text(person['nickname']),
    displayName: text(device['display_name']),
    username: text(person['username']),
  });
}

function titleOf(facts: PageFacts): string {
  const { words } = facts.page;
  return facts.leftOut === null ? words('title') : words('titleForAdmin', { name: nameOf(facts) });
}

function header(facts: PageFacts): Markup {
  const { device, at, page, leftOut } = facts;
  const about = { person: nameOf(facts), device: String(device['name']), at: page.moment(at.toISOString()) };
  return markup`<header><h1><bdi>${titleOf(facts)}</bdi></h1>
<p><bdi>${page.words('about', about)}</bdi> ${page.words('zone', { zone: page.zone })}</p>
<p>${page.words('offline')}</p>${leftOut === null ? '' : markup`<p>${leftOut}</p>`}</header>\n`;
}

function contents(sections: readonly ChapterSection[], files: Section, { page }: PageFacts): Markup {
  const link = ({ name, title, count }: Section) =>
    markup`<li><a href="#${name}">${title}</a> <span>${page.number(count)}</span></li>\n`;
  const groups = chapters.map((chapter) => {
    const inside = sections.filter((section) => section.chapter === chapter);
    return inside.length === 0
      ? markup``
      : markup`<b>${page.words(`chapters.${chapter}`)}</b><ul>${inside.map(link)}</ul>\n`;
  });
  const filesGroup = markup`<b>${page.words('chapters.files')}</b><ul>${link(files)}</ul>\n`;
  return markup`<nav class="contents" aria-label="${page.words('contents')}"><ul><li><a href="#you">${page.words('you')}</a></li></ul>
${groups}${files.count === 0 ? '' : filesGroup}<ul><li><a href="#kept">${page.words('kept')}</a></li></ul></nav>\n`;
}

interface FactList {
  row: Json;
  fields: readonly string[];
  source: string;
}

/** Facts of one thing, those that are known. */
function factSection(title: string, { row, fields, source }: FactList, { page: reader }: PageFacts): Markup {
  const facts = fields.flatMap((field) => {
    const value = shownValue(field, row[field], { reader, source });
    return value === null ? [] : [markup`<div><dt>${reader.fieldLabel(field)}</dt><dd>${value}</dd></div>`];
  });
  return markup`<section><h3>${title}</h3><dl>${facts}</dl></section>\n`;
}

function listSection(
  title: string,
  { rows, columns }: { rows: readonly Json[]; columns: readonly string[] },
  { page: reader }: PageFacts,
): Markup {
  const view = rowsView({ shown: { columns }, reader, source: '' }, '');
  return markup`<section><h3>${title}</h3>${view.start}${view.rows(rows, () => null)}${view.end}</section>\n`;
}

async function* rowsSection(section: Section, { page }: PageFacts) {
  const { name, title, note, count } = section;
  const writer = rowsWriter(section, page, '');
  yield markup`<section id="${name}"><h3>${title} <span class="count">${page.number(count)}</span></h3>${note === null ? '' : markup`<p class="note">${note}</p>`}\n`
    .html;
  if (count > rowsOnIndex) {
    const all = page.words('all', { count: page.number(count) });
    const first = page.words('first', { shown: page.number(rowsOnIndex), count: page.number(count) });
    yield markup`<p class="note">${first} <a href="${pageName(section, 1)}">${all}</a></p>\n`.html;
  }
  yield writer.start.html;
  // One batch holds more rows than the first page shows.
  for await (const batch of section.read()) {
    yield (await writer.rows(batch.slice(0, rowsOnIndex))).html;
    break;
  }
  yield markup`${writer.end}</section>\n`.html;
}
