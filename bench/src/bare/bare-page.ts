/**
 * The baseline of pages: a sign-in page of plain HTML, which shows what the network alone takes, a long page for scrolling, and a list whose rows
 * lead to a page of facts and back without a new document.
 */
import { createServer } from 'node:http';

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title>
<h1>Sign in</h1><form><label>Username <input></label><label>Password <input type="password"></label><button>Sign in</button></form>`;

const long = `<!doctype html><meta charset="utf-8"><title>Long</title>${'<p>a line of a long page</p>'.repeat(100_000)}`;

const cells = '<td>a value of a row</td>'.repeat(11);
const rows = `<tr><td><a href="/facts">a device</a></td>${cells}</tr>`.repeat(24);
const parts: Readonly<Record<string, string>> = {
  '/list': `<table><tbody>${rows}</tbody></table>`,
  '/facts': `<dl>${'<div><dt>a term</dt><dd>a value</dd></div>'.repeat(60)}</dl>`,
};
const switching = `<!doctype html><meta charset="utf-8"><title>Switching</title><main>${parts['/list']}</main><script>
const show = async () => {
  document.querySelector('main').innerHTML = await (await fetch(location.pathname + '?part')).text();
};
onpopstate = show;
onclick = (event) => {
  event.preventDefault();
  history.pushState(null, '', event.target.href);
  show();
};
</script>`;

const pages: Readonly<Record<string, string | undefined>> = {
  '/long': long,
  '/list': switching,
  '/list?part': parts['/list'],
  '/facts?part': parts['/facts'],
};

createServer(({ url = '' }, answer) => {
  answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[url] ?? page);
}).listen(Number(process.env['PORT']), '127.0.0.1');
