import { consoleLink, directionOf, textLanguage, translator, type ReportRow } from '@fairwatch/contract';
import { escapeHtml } from '../../../core/markup.ts';
import type { MailMessage } from '../../../core/mail/mail-message.ts';
import texts from './report-letter.texts.json' with { type: 'json' };

interface Letter {
  to: string;
  /** The week in words. */
  week: string;
  /** The name of the group or the device; null for all devices. */
  targetName: string | null;
  rows: readonly ReportRow[];
  without: number;
  publicUrl: string | null;
}

const reportText = translator('server/report-letter', texts);

/**
 * The weekly report as a mail, with the same table as text and as HTML. It is made inside of `inLanguage`, in the language of who gets it.
 */
export function reportLetter({ to, week, targetName, rows, without, publicUrl }: Letter): MailMessage {
  const title =
    targetName === null ? reportText('title', { week }) : reportText('titleFor', { week, target: targetName });
  const headings = (['device', 'distance', 'stops', 'places'] as const).map((column) => reportText(column));
  const cells = rows.map((row) => [row.device, kilometres(row.metres), String(row.stops), zonesText(row)]);
  const notes = [
    ...(rows.length === 0 ? [reportText('none')] : []),
    ...(without === 0 ? [] : [reportText('without', { count: without })]),
    publicUrl === null
      ? reportText('console')
      : reportText('link', { link: new URL(consoleLink('/reports'), publicUrl).href }),
    reportText('seen'),
  ];
  return {
    to,
    subject: reportText('subject', { week }),
    text: `${[title, ...(cells.length === 0 ? [] : [textTable([headings, ...cells])]), ...notes].join('\n\n')}\n`,
    html: htmlPage(title, { headings, cells, notes }),
  };
}

function kilometres(metres: number): string {
  return `${(metres / 1000).toLocaleString(textLanguage(), { maximumFractionDigits: 1 })} km`;
}

function zonesText({ zones }: ReportRow): string {
  return zones.map(({ name, seconds }) => `${name} ${hoursText(seconds)}`).join(', ') || '-';
}

/** Hours and minutes: `12:05 h`. */
function hoursText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
}

/** Columns of equal width, for mail programs without HTML. The last column may be of any length. */
function textTable(rows: readonly (readonly string[])[]): string {
  const [headings = []] = rows;
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => oneLine(row[column]).length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === headings.length - 1 ? oneLine(cell) : oneLine(cell).padEnd(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

/** Names are chosen by people: a line break in one must not look like a row. */
function oneLine(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}

const cellStyle = 'padding:4px 12px 4px 0;text-align:left;vertical-align:top';

function htmlRow(tag: 'td' | 'th', texts: readonly string[]): string {
  return `<tr>${texts.map((text) => `<${tag} style="${cellStyle}">${escapeHtml(text)}</${tag}>`).join('')}</tr>`;
}

interface Page {
  headings: readonly string[];
  cells: readonly (readonly string[])[];
  notes: readonly string[];
}

function htmlPage(title: string, { headings, cells, notes }: Page): string {
  const table =
    cells.length === 0
      ? ''
      : `<table style="border-collapse:collapse"><thead>${htmlRow('th', headings)}</thead><tbody>${cells.map((each) => htmlRow('td', each)).join('')}</tbody></table>`;
  const paragraphs = notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('');
  return `<!doctype html><html lang="${textLanguage()}" dir="${directionOf(textLanguage())}"><body style="font-family:sans-serif"><h1 style="font-size:18px">${escapeHtml(title)}</h1>${table}${paragraphs}</body></html>`;
}
