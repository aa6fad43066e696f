import { createServer, request, type ServerResponse } from 'node:http';

export interface AuthorizingServer {
  graphqlUrl: string;
  /** How many requests came without the authorization. */
  refused: () => number;
  /** Answers such a request; a test may put something else here. */
  refuse: (response: ServerResponse) => void;
  close: () => Promise<void>;
}

/**
 * Stands in front of a CMS as a web server with a password does: 401 for whoever does not send the header.
 * @param target GraphQL endpoint of the CMS
 * @param authorization value of the Authorization header
 */
export async function startAuthorizing(target: string, authorization: string): Promise<AuthorizingServer> {
  let refused = 0;
  const head = { 'www-authenticate': 'Basic', 'content-type': 'text/html' };
  const guard = { refuse: (response: ServerResponse) => void response.writeHead(401, head).end('<p>401') };
  const server = createServer((incoming, response) => {
    if (incoming.headers.authorization !== authorization) {
      refused += 1;
      incoming.resume();
      guard.refuse(response);
      return;
    }
    const { method, headers, url = '/' } = incoming;
    const asked = request(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return Object.assign(guard, {
    graphqlUrl: `http://127.0.0.1:${port}/graphql`,
    refused: () => refused,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
