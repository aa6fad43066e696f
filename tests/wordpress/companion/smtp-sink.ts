import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** A mail as it arrived. */
export interface Mail {
  to: string[];
  /** All of it, a byte each character. */
  source: string;
  /** Headers by name in lower case, unfolded; one that comes twice has both values, in lines. */
  headers: Record<string, string>;
  text: string;
  attachments: { name: string; body: Buffer }[];
}

export interface SmtpSink {
  port: number;
  mails: Mail[];
  /** Answers in the place of taking a login or a mail; may be changed. */
  refuses: { login?: string; mail?: string };
  stop(): Promise<void>;
}

/** A mail server that takes everything and sends nothing on. @param port of one that was there before */
export async function startSmtpSink(port = 0): Promise<SmtpSink> {
  const mails: Mail[] = [];
  const refuses: SmtpSink['refuses'] = {};
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    converse(socket, refuses, (to, source) => mails.push(parse(to, source)));
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    refuses,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** The server's part of SMTP, as far as PHPMailer and nodemailer need it. */
function converse(
  socket: Socket,
  refuses: SmtpSink['refuses'],
  take: (to: string[], source: string) => void,
): void {
  let rest = '';
  let to: string[] = [];
  let isData = false;
  socket.setEncoding('latin1');
  socket.write('220 sink\r\n');
  socket.on('data', (chunk: string) => {
    rest += chunk;
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n';
      const at = rest.indexOf(end);
      if (at < 0) return;
      const line = rest.slice(0, at);
      rest = rest.slice(at + end.length);
      if (isData) {
        if (!refuses.mail) take(to, line.replace(/\r\n\.\./g, '\r\n.'));
        to = [];
        isData = false;
        socket.write(`${refuses.mail ?? '250 taken'}\r\n`);
        continue;
      }
      const address = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1];
      if (address) to.push(address);
      if (/^AUTH/i.test(line)) {
        socket.write(`${refuses.login ?? '235 welcome'}\r\n`);
        continue;
      }
      isData = /^DATA$/i.test(line);
      const answer = isData ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 ok';
      socket.write(/^EHLO/i.test(line) ? '250-sink\r\n250 AUTH PLAIN\r\n' : `${answer}\r\n`);
    }
  });
}

function parse(to: string[], source: string): Mail {
  const { headers, body } = split(source);
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => split(part.replace(/^\r\n/, '')))
    : [{ headers, body }];
  const attachments = parts.filter((part) => /attachment/.test(part.headers['content-disposition'] ?? ''));
  const text = parts.find((part) => !attachments.includes(part));
  return {
    to,
    source,
    headers,
    text: text ? decoded(text).toString('utf8').trim() : '',
    attachments: attachments.map((part) => ({
      name: /name="?([^";\r\n]+)/.exec(part.headers['content-disposition'] as string)?.[1] ?? '',
      body: decoded(part),
    })),
  };
}

interface Part {
  headers: Record<string, string>;
  body: string;
}

function split(source: string): Part {
  const at = source.indexOf('\r\n\r\n');
  const headers: Record<string, string> = {};
  for (const line of source
    .slice(0, at)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers[key] = headers[key] ? `${headers[key]}\n${value}` : value;
  }
  return { headers, body: source.slice(at + 4) };
}

function decoded({ headers, body }: Part): Buffer {
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const text = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(text, 'latin1');
}
