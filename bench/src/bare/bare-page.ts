/** The baseline of pages: a sign-in page of plain HTML, which shows what the network alone takes, and a long page for scrolling. */
import { createServer } from 'node:http';

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title>
<h1>Sign in</h1><form><label>Username <input></label><label>Password <input type="password"></label><button>Sign in</button></form>`;

const long = `<!doctype html><meta charset="utf-8"><title>Long</title>${'<p>a line of a long page</p>'.repeat(100_000)}`;

createServer(({ url }, answer) => {
  answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(url === '/long' ? long : page);
}).listen(Number(process.env['PORT']), '127.0.0.1');
