/** A fake WebSocket whose events the test triggers. */
export class FakeWebSocket extends EventTarget {
  static readonly all: FakeWebSocket[] = [];
  readonly url: string;
  readonly sent: string[] = [];

  constructor(url: string) {
    super();
    this.url = url;
    FakeWebSocket.all.push(this);
  }

  static latest(): FakeWebSocket {
    const socket = FakeWebSocket.all.at(-1);
    if (socket === undefined) throw new Error('No socket was opened.');
    return socket;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.fail(1000);
  }

  accept(): void {
    this.dispatchEvent(new Event('open'));
  }

  fail(code = 1006): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }

  hear(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
