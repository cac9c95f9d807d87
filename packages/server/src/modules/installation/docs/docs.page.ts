import { capabilities, endpoints, errorsOf, errorText, errorStatus, version, type Endpoint } from '@fairwatch/contract';
import { escapeHtml as escape } from '../../../core/markup.ts';
import { anchorOf, areaOf, describeAccess } from './call-facts.ts';
import { schemaOf, type JsonSchema } from './openapi.ts';
import { fieldsOf, typeOf } from './schema-fields.ts';

/** Renders the API reference as one HTML page without scripts. */
export function docsPage(): string {
  const areas = Object.entries(Object.groupBy(endpoints, areaOf)).map(([area, calls = []]) => ({ area, calls }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Fairwatch API</title>
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<nav aria-label="Calls">
<p class="brand">Fairwatch <span>API ${version}</span></p>
${areas.map(({ area, calls }) => `<h2>${escape(area)}</h2><ul>${calls.map(link).join('')}</ul>`).join('\n')}
</nav>
<main id="calls">
<header>
<h1>The calls</h1>
<p>Calls take JSON, where nothing else is said, and answer with an envelope: <code>data</code> on success, the first text of
<code>meta.message</code> on failure. Calls that need a session carry
<code>Authorization: Bearer &lt;token&gt;</code> with the token that login returns.
The same as data: <a href="/docs/openapi.json">openapi.json</a>.</p>
</header>
${endpoints.map(section).join('\n')}
</main>
</body>
</html>
`;
}

function link(endpoint: Endpoint): string {
  return `<li><a href="#${anchorOf(endpoint)}">${escape(endpoint.summary)}</a></li>`;
}

function section(endpoint: Endpoint): string {
  const { method, path, summary, access, device } = endpoint;
  const facts: [string, string][] = [['Access', describeAccess(access)]];
  if (device?.capability) facts.push(['Consent', `The person shares ${capabilities[device.capability].title}`]);
  if (device !== null) facts.push(['Log', `Recorded as ${device.action} in the device's log`]);
  return `<section id="${anchorOf(endpoint)}" aria-labelledby="${anchorOf(endpoint)}-title">
<h2 id="${anchorOf(endpoint)}-title">${escape(summary)}</h2>
<p class="call"><span class="method">${method}</span><code>${escape(path)}</code></p>
<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escape(value)}</dd></div>`).join('')}</dl>
<h3>Input</h3>
${formNote(endpoint)}${fieldTable(schemaOf(endpoint.input, 'input'), true)}
<h3>Output</h3>
${endpoint.answersBytes ? '<p class="quiet">The bytes of the file.</p>' : fieldTable(schemaOf(endpoint.output, 'output'), false)}
${endpoint.paged ? '<p class="quiet">Paged: <code>meta.pagination</code> says where the page stands.</p>' : ''}
<h3>Errors</h3>
${errorTable(endpoint)}
</section>`;
}

function formNote({ form }: Endpoint): string {
  if (!form) return '';
  const megabytes = form.maxBytes / (1024 * 1024);
  return `<p class="quiet">A form (<code>multipart/form-data</code>): these fields, then the file <code>${form.file}</code> of up to ${megabytes} MB.</p>\n`;
}

function fieldTable(schema: JsonSchema, isInput: boolean): string {
  const fields = fieldsOf(schema);
  if (fields.length === 0)
    return `<p class="quiet">${schema.type === 'object' ? 'Nothing' : escape(typeOf(schema))}.</p>`;
  const rows = fields.map(
    ({ name, type, required, notes }) =>
      `<tr><td><code>${escape(name)}</code>${isInput && !required ? ' <span class="tag">optional</span>' : ''}</td>` +
      `<td>${escape(type)}</td><td>${escape(notes)}</td></tr>`,
  );
  return table(['Field', 'Type', 'Notes'], rows);
}

function errorTable(endpoint: Endpoint): string {
  const rows = errorsOf(endpoint).map(
    (code) => `<tr><td>${errorStatus[code]}</td><td><code>${code}</code></td><td>${escape(errorText(code))}</td></tr>`,
  );
  return table(['Status', 'Code', 'Text'], rows);
}

function table(headings: readonly string[], rows: readonly string[]): string {
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('');
  return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
