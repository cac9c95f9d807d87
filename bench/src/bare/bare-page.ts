/** A sign-in page of nothing but HTML: what the network alone takes. */
import { createServer } from 'node:http';

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title>
<h1>Sign in</h1><form><label>Username <input></label><label>Password <input type="password"></label><button>Sign in</button></form>`;

createServer((_, answer) => {
  answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}).listen(Number(process.env['PORT']), '127.0.0.1');
