import { readdirSync } from 'node:fs';
import { createServer as createSilentServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { probe } from '../../src/cms/probe';
import { toCandidates, toSiteUrl } from '../../src/cms/url';
import { diagnoseNetwork } from '../../src/runtime/wordpress/client/diagnosis';
import { cli, json, scratch } from './cli';
import { answer, restricted, serve, working } from './fault-server';

describe('probe', () => {
  it.each([
    ['notGraphql', 200, 'application/json', 'not json'],
    ['notGraphql', 200, 'text/plain', 'ok'],
    ['serverError', 200, 'application/json', '{"errors":[{"message":"Internal server error"}]}'],
  ])('%s: %i %s %s', async (diagnosis, status, type, body) => {
    const url = `${await serve(answer(status, type, body))}/graphql`;
    expect(await probe(url, {})).toEqual({ endpoint: url, diagnosis });
  });

  it('sends CMS_AUTHORIZATION, and says when it is not accepted', async () => {
    const url = await serve((request, response) => {
      if (request.headers.authorization === 'Basic right') return working(request, response);
      return restricted(request, response);
    });
    expect(await probe(`${url}/graphql`, { authorization: 'Basic right' })).toEqual({
      endpoint: `${url}/graphql`,
    });
    expect(await probe(`${url}/graphql`, { authorization: 'Basic wrong' })).toMatchObject({
      diagnosis: 'rejected',
    });
  });

  it('follows a redirect with a POST, without handing credentials to another host', async () => {
    let seen: unknown;
    const target = await serve((request, response) => {
      seen = [request.method, request.headers.authorization];
      working(request, response);
    });
    const url = await serve((_request, response) =>
      response.writeHead(301, { location: `${target}/graphql/` }).end(),
    );
    expect(await probe(`${url}/graphql`, { authorization: 'Basic x' })).toEqual({
      endpoint: `${target}/graphql`,
    });
    expect(seen).toEqual(['POST', undefined]);
    const login = await serve((_request, response) =>
      response.writeHead(302, { location: '/wp-login.php' }).end(),
    );
    expect(await probe(`${login}/graphql`, {})).toMatchObject({ diagnosis: 'authentication' });
  });

  it('follows five redirects and no more', async () => {
    const url = await serve((request, response) => {
      const left = Number(new URL(request.url ?? '', 'http://x').searchParams.get('left'));
      if (left === 0) return working(request, response);
      response.writeHead(307, { location: `/graphql?left=${left - 1}` }).end();
    });
    expect(await probe(`${url}/graphql?left=5`, {})).toEqual({ endpoint: `${url}/graphql` });
    expect(await probe(`${url}/graphql?left=6`, {})).toMatchObject({ diagnosis: 'redirectLoop' });
  });

  it('tells a refused connection, silence, an unknown name and a bad certificate apart', async () => {
    const silent = createSilentServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    expect(await probe(`http://127.0.0.1:${port}/graphql`, { timeoutMs: 50 })).toMatchObject({
      diagnosis: 'timeout',
    });
    expect(await probe(`https://127.0.0.1:1/graphql`, {})).toMatchObject({ diagnosis: 'unknown' });
    const closed = await serve(working);
    expect(await probe(closed.replace('http:', 'https:'), {})).toMatchObject({ diagnosis: 'tls' });
    expect(diagnoseNetwork({ cause: { code: 'ENOTFOUND' } })).toBe('dns');
    expect(diagnoseNetwork({ cause: { errors: [{ code: 'ECONNREFUSED' }] } })).toBe('refused');
    expect(diagnoseNetwork({ cause: { code: 'CERT_HAS_EXPIRED' } })).toBe('tls');
    expect(diagnoseNetwork({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })).toBe('tls');
  });
});

describe('create in front of a CMS', () => {
  const quick = ['--no-install', '--no-git'];

  it('finds the endpoint behind the address and writes it down', async () => {
    const cwd = scratch();
    const url = await serve((request, response) => {
      const there = request.url === '/cms/graphql';
      (there ? working : answer(404, 'text/html', '<p>'))(request, response);
    });
    const result = await cli(['site', '--cms-url', `${url.slice(7)}/cms/`, ...quick], { cwd });
    expect(result.code).toBe(0);
    expect(json(`${cwd}/site`, 'site.config.json').wordpress).toEqual({ graphqlUrl: `${url}/cms/graphql` });
    expect(json<string[]>(`${cwd}/site`, 'image-hosts.json')[0]).toBe('127.0.0.1');
  });

  it('ends with 6, says what is wrong and the fix, writes nothing, and never shows the authorization', async () => {
    const cwd = scratch();
    const url = await serve(answer(200, 'text/html', '<!doctype html>'));
    const env = { CMS_AUTHORIZATION: 'Basic s3cr3t-value' };
    const result = await cli(['site', '--cms-url', url, ...quick], { cwd, env });
    expect(result.code).toBe(6);
    expect(result.stderr).toContain(`A web page, not GraphQL, answers at ${url}/graphql`);
    expect(result.stderr).toContain('Settings > Permalinks');
    expect(result.stderr).toContain('--skip-probe');
    expect(result.all).not.toContain('s3cr3t-value');
    expect(readdirSync(cwd)).toEqual([]);
    expect((await cli(['site', '--cms-url', url, '--skip-probe', ...quick], { cwd, env })).code).toBe(0);
  });
});

describe('addresses', () => {
  it.each([
    ['example.com', 'https://example.com/graphql'],
    ['https://example.com/', 'https://example.com/graphql'],
    ['https://example.com/blog/wp-admin/index.php', 'https://example.com/blog/graphql'],
    ['https://example.com/graphql/', 'https://example.com/graphql'],
    ['http://example.com/wp/graphql?x=1#y', 'http://example.com/wp/graphql'],
    ['localhost:8080', 'http://localhost:8080/graphql'],
    ['my.local/wp', 'http://my.local/wp/graphql'],
  ])('%s means %s', (given, endpoint) => {
    expect(toCandidates(given)[0]).toBe(endpoint);
  });

  it.each(['', 'ftp://example.com', 'https://', 'a b', 'https://u:p@example.com'])(
    '%j is refused',
    (given) => {
      expect(() => toCandidates(given)).toThrow(/must be/);
    },
  );

  it('the address of the site loses its slash', () => {
    expect(toSiteUrl('example.com/')).toBe('https://example.com');
    expect(toSiteUrl('localhost:3000')).toBe('http://localhost:3000');
  });
});
