import { createServer, type Server, type Socket } from 'node:net';

export interface SinkMail {
  from: string;
  to: string[];
  /** As it came, without what SMTP puts around it. */
  raw: string;
  /** By name in small letters, each as it came, unfolded. */
  headers: Record<string, string>;
  /** What stands below the headers, decoded. */
  text: string;
}

/** A mail server on a loopback port that takes everything and keeps it. */
export interface SmtpSink {
  url: string;
  port: number;
  mails: SinkMail[];
  /** What it answers to the end of a mail, or to a login, in the place of taking it. May be changed. */
  refuses: { data?: string; auth?: string };
  close(): Promise<void>;
}

export async function startSmtpSink(port = 0): Promise<SmtpSink> {
  const sockets = new Set<Socket>();
  const sink = { url: '', port, mails: [] as SinkMail[], refuses: {} as SmtpSink['refuses'] };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    talk(socket, sink);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  sink.port = typeof address === 'object' && address ? address.port : 0;
  sink.url = `smtp://127.0.0.1:${sink.port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return Object.assign(sink, { close });
}

function talk(socket: Socket, sink: Pick<SmtpSink, 'mails' | 'refuses'>): void {
  let from = '';
  let to: string[] = [];
  let data: string[] | undefined;
  let rest = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') return say('250-sink\r\n250-8BITMIME\r\n250 AUTH PLAIN');
    if (verb === 'AUTH') return say(sink.refuses.auth ?? '235 welcome');
    if (verb === 'MAIL') from = address(line);
    if (verb === 'RCPT') to.push(address(line));
    if (verb === 'DATA') {
      data = [];
      return say('354 go on');
    }
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    say('250 ok');
  };
  say('220 sink');
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!data) command(line);
      else if (line !== '.') data.push(line.replace(/^\./, ''));
      else {
        if (!sink.refuses.data) sink.mails.push({ from, to, ...parse(data.join('\r\n')) });
        [data, from, to] = [undefined, '', []];
        say(sink.refuses.data ?? '250 taken');
      }
    }
  });
}

const address = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';

function parse(raw: string): Pick<SinkMail, 'raw' | 'headers' | 'text'> {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const headers: Record<string, string> = {};
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  const written = body.join('\r\n\r\n');
  const bytes =
    encoding === 'base64'
      ? Buffer.from(written, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? unquoted(written) : written, 'latin1');
  return { raw, headers, text: bytes.toString('utf8').replaceAll('\r\n', '\n') };
}

const unquoted = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
