import { inReadersTime } from '@fairwatch/contract';
import { markup, type Markup } from '../../../../core/markup.ts';
import type { Json, ShownPart } from '../archive-part.ts';
import { fileView, pictureView, type FileOfRow, type Root } from './file-view.ts';
import type { PageReader } from './page-reader.ts';
import { shownValue } from './page-values.ts';

/** Writes the rows of one part as they come, so that a page is never in memory as a whole. */
export interface RowsView {
  start: Markup;
  rows(batch: readonly Json[], fileOf: (row: Json) => FileOfRow): Markup;
  end: Markup;
}

interface ViewOptions {
  shown: Pick<ShownPart, 'columns' | 'look' | 'file'>;
  reader: PageReader;
  /** The JSON file with the same rows. */
  source: string;
}

export function rowsView(options: ViewOptions, root: Root): RowsView {
  const { look = 'table' } = options.shown;
  if (look === 'log') return logView(options);
  return look === 'pictures' ? picturesView(options, root) : tableView(options, root);
}

function tableView({ shown: { columns, file }, reader, source }: ViewOptions, root: Root): RowsView {
  const labels = columns.map((column) => reader.fieldLabel(column));
  const headings = [...(file ? [reader.words('file')] : []), ...labels].map(
    (label) => markup`<th scope="col">${label}</th>`,
  );
  const cell = (row: Json, column: string, place: number) => {
    const value = shownValue(column, row[column], { reader, source });
    return value === null
      ? markup`<td></td>`
      : markup`<td data-label="${labels[place] ?? ''}"><div>${value}</div></td>`;
  };
  const line = (row: Json, found: FileOfRow) =>
    markup`<tr>${
      file ? markup`<td data-label="${reader.words('file')}"><div>${fileView(found, root, reader)}</div></td>` : ''
    }${columns.map((column, place) => cell(row, column, place))}</tr>\n`;
  return {
    start: markup`<table><thead><tr>${headings}</tr></thead><tbody>\n`,
    rows: (batch, fileOf) => markup`${batch.map((row) => line(row, fileOf(row)))}`,
    end: markup`</tbody></table>\n`,
  };
}

/** Pictures, films and recordings, each with what is known of it below. */
function picturesView({ shown: { columns }, reader, source }: ViewOptions, root: Root): RowsView {
  const fact = (row: Json, column: string) => {
    const value = shownValue(column, row[column], { reader, source });
    return value === null ? [] : [markup`<div><dt>${reader.fieldLabel(column)}</dt><dd>${value}</dd></div>`];
  };
  const figure = (row: Json, found: FileOfRow) =>
    markup`<figure>${pictureView(found, root, reader)}<figcaption><dl>${columns.flatMap((column) => fact(row, column))}</dl></figcaption></figure>\n`;
  return {
    start: markup`<div class="pictures">\n`,
    rows: (batch, fileOf) => markup`${batch.map((row) => figure(row, fileOf(row)))}`,
    end: markup`</div>\n`,
  };
}

/** The log: who did what, in sentences, by day. */
function logView({ reader }: ViewOptions): RowsView {
  let day = '';
  const line = (row: Json) => {
    const at = String(row['recorded_at']);
    const what = inReadersTime(String(row['what']), reader.moment);
    const today = reader.day(at);
    const heading = today === day ? '' : markup`<h4>${today}</h4>\n`;
    day = today;
    return markup`${heading}<p><time datetime="${at}">${reader.time(at)}</time> <span><b><bdi>${String(row['actor_name'])}</bdi></b> <bdi>${what}</bdi></span></p>\n`;
  };
  return {
    start: markup`<div class="log">\n`,
    rows: (batch) => markup`${batch.map(line)}`,
    end: markup`</div>\n`,
  };
}
